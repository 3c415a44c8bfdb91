/** `evenhand/testing`: the laws that every game must keep, for any test runner. */
export { type Law, LawError, type LawOptions, lawsOf } from '../engine/laws/index.ts'
