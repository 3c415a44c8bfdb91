/**
 * Input files: rule sets, experiments, records, maps and decks, in YAML or JSON. They are read, layered and checked so that
 * every mistake is reported in one line, with the place where it was made.
 */
export {
  CONTROL_CLASS,
  type Document,
  InputError,
  isRecord,
  lineFault,
  literal,
  plain,
  type Step,
  section,
  show,
  textFault,
} from './document.ts'
export { expandDotted } from './dotted.ts'
export { matches } from './pattern.ts'
export { at, placed } from './places.ts'
export { embedded, fileSchema, layerSchema, partSchema, reference } from './schema/editor.ts'
export { type KeyRow, listKeys } from './schema/keys.ts'
export { fileKeys, fromFile, readParts } from './schema/parts.ts'
export { type Difference, differences, type KeyLine, keyLines, written } from './schema/settings.ts'
export { validate } from './schema/validate.ts'
export { didYouMean, type JsonSchema } from './schema/words.ts'
export { FILE_MAX, openRegular, unreadable } from './text/files.ts'
export { parseDocument, readDocument } from './text/read.ts'
