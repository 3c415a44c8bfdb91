import { fuzzFrontline } from './fuzz.ts'

fuzzFrontline(1)
