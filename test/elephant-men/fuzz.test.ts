import { fuzzElephantMen } from './fuzz.ts'

fuzzElephantMen(1)
