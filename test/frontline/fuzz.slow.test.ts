import { thorough } from '../fuzz/fuzz.ts'
import { fuzzFrontline } from './fuzz.ts'

fuzzFrontline(thorough(3))
