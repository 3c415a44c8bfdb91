/** Modules of the user, games and agents alike: finding, hashing and loading them, and what keeps them from harming others. */

export { GameError, isOfGame, isStrict, playStrictly } from './fault.ts'
export { freezeClassOf, freezeData, hardenBeforeModules } from './harden.ts'
export { importDefault, isModule, isPackage, moduleFile, moduleHash } from './module.ts'
export { placeIn, reasonOf } from './reason.ts'
