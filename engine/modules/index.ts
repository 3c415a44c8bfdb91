/** Modules of the user, games and agents alike: finding, hashing and loading them, and what keeps them from harming others. */

export {
  asGame,
  asOutsider,
  CLOCK_NOTE,
  clockReads,
  DRAWS_NOTE,
  forbidRandom,
  gameAlone,
  isGameThread,
  playAsGame,
  realNow,
  refusedDraws,
  withRandom,
} from './ambient.ts'
export {
  auditGames,
  type Callable,
  type CodeLocation,
  ForbiddenError,
  GameError,
  isAudited,
  isStrict,
  keepTrail,
  LATE,
  playStrictly,
  type Trail,
  trailOf,
  UnsoundError,
  unaudited,
} from './fault.ts'
export {
  divertStdout,
  freezeClassOf,
  freezeData,
  hardenBeforeModules,
  writeData,
} from './harden.ts'
export { LoadError } from './load-error.ts'
export {
  describeChange,
  type Exports,
  type FileHashes,
  FORMATS,
  fileHashes,
  filesOf,
  importDefault,
  importExports,
  isModule,
  isPackage,
  mapFile,
  moduleFile,
  moduleHash,
  moduleId,
  parseFormat,
  withFormat,
} from './module.ts'
export { onReading, type ReadingNews, type ReadingStep, tellReading } from './reading.ts'
export {
  framesOf,
  isLeftBehind,
  isNewLate,
  isOfGame,
  placeAmong,
  placeIn,
  placeOfPart,
  reasonOf,
} from './reason.ts'
export { gamesGiven } from './stand-ins.ts'
export {
  callsIn,
  callsMemory,
  disguised,
  onGameWork,
  originalOf,
  showGameWork,
  watchCalls,
  watched,
} from './watch.ts'
