import { thorough } from '../fuzz/fuzz.ts'
import { fuzzFiles } from './mutants.ts'

fuzzFiles(thorough(10))
