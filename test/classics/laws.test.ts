/** The laws for every classic under its standard rules; odd ones are in laws.slow.test.ts. */
import { listClassics } from '../../engine/registry/index.ts'
import { type LawfulGame, registerLaws } from '../laws/register.ts'
import { classicOf } from './load.ts'

registerLaws(listClassics().map(({ id }): LawfulGame => [id, classicOf(id)]))
