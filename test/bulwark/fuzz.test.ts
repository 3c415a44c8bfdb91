import { fuzzBulwark } from './fuzz.ts'

fuzzBulwark(1)
