/**
 * Input files: rule sets, experiments, records, maps and decks, in YAML or JSON. Reading, layering and checking
 * them, such that every mistake is told in one line with the place where it was made.
 */
export { type Document, InputError, literal, plain, type Step, section } from './document.ts'
export { expandDotted } from './dotted.ts'
export { FILE_MAX, openRegular, unreadable } from './text/files.ts'
export { listKeys } from './schema/keys.ts'
export { fileKeys, fromFile, readParts } from './schema/parts.ts'
export { parseDocument, readDocument } from './text/read.ts'
export { validate } from './schema/validate.ts'
