import { thorough } from '../fuzz/fuzz.ts'
import { fuzzPrestige } from './fuzz.ts'

fuzzPrestige(thorough(2))
