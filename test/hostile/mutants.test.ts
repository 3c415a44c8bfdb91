import { fuzzFiles } from './mutants.ts'

fuzzFiles(1)
