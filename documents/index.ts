/**
 * Input files in YAML or JSON: rule sets, experiments, records, maps and decks. They are read, merged in
 * layers and checked. Every mistake is one line with its location.
 */
export {
  CONTROL_CLASS,
  child,
  type Document,
  errorAt,
  escapeControls,
  InputError,
  isRecord,
  type Labels,
  lineProblem,
  literal,
  oneLine,
  type PathStep,
  pathOfPart,
  pathText,
  section,
  show,
  textProblem,
  valueAtPath,
  withoutKey,
} from './document.ts'
export { expandDotted } from './dotted.ts'
export { Mistakes, placedError, withPlace } from './mistakes.ts'
export type { JsonSchema } from './schema/branches.ts'
export { embedded, fileSchema, layerSchema, partSchema, reference } from './schema/editor.ts'
export {
  /** @internal Tests compare it with what docs and rules say. */
  listKeys,
} from './schema/keys.ts'
export { fileKeys, fromFile, readParts } from './schema/parts.ts'
export { changedPaths, choiceKeys, numberKeys, withValueAt } from './schema/probes.ts'
export {
  leaves,
  type Setting,
  type SettingDifference,
  settingDifferences,
  settingsOf,
  settingText,
} from './schema/settings.ts'
export { type CheckedValue, checkValue, requireData, tryValidate, validate } from './schema/validate.ts'
export { didYouMean, didYouMeanPart, matchesPattern, shellWord } from './strings.ts'
export {
  FILE_MAX,
  type FileKind,
  openChecked,
  openRegular,
  refuseOutside,
  unreadable,
  WITHIN,
} from './text/files.ts'
export { parseDocument, readDocument } from './text/read.ts'
