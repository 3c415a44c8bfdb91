/** Modules of the user, games and agents alike: finding, hashing and loading them, and what keeps them from harming others. */

export {
  type Callable,
  ForbiddenError,
  GameError,
  isStrict,
  keepTrail,
  LATE,
  playStrictly,
  type Trail,
  trailOf,
} from './fault.ts'
export { FORMATS, formatIn, named, refiled } from './format.ts'
export { freezeClassOf, freezeData, hardenBeforeModules } from './harden.ts'
export { hush } from './hush.ts'
export { moduleId } from './id.ts'
export { LoadError } from './load-error.ts'
export {
  changedPart,
  type Exports,
  type FileHashes,
  fileHashes,
  filesOf,
  importDefault,
  importExports,
  isModule,
  isPackage,
  moduleFile,
  moduleHash,
  sourcesOf,
} from './module.ts'
export { drawingFrom, routeRandom } from './random.ts'
export { framesOf, isLeftBehind, isOfGame, placeAmong, placeIn, placeOfPart, reasonOf } from './reason.ts'
export { ENDINGS, importsIn } from './specifiers.ts'
export { divertStdout, writeData } from './stdout.ts'
export { callsIn, callsMemory, disguised, watchCalls, watched } from './watch.ts'
