import { thorough } from '../fuzz/fuzz.ts'
import { fuzzBulwark } from './fuzz.ts'

fuzzBulwark(thorough(3))
