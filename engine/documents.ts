/**
 * Input files: rule sets, experiments, records, maps and decks, in YAML or JSON. Reading, layering and checking
 * them, such that every mistake is told in one line with the place where it was made.
 */
export { type Document, InputError, literal, type Step, section } from './documents/document.ts'
export { expandDotted } from './documents/dotted.ts'
export { fileKeys, fromFile, readParts } from './documents/files.ts'
export { listKeys } from './documents/keys.ts'
export { FILE_MAX, parseDocument, readDocument } from './documents/read.ts'
export { validate } from './documents/validate.ts'
