import { thorough } from '../fuzz/fuzz.ts'
import { fuzzElephantMen } from './fuzz.ts'

fuzzElephantMen(thorough(3))
