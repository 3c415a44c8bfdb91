/** The laws for every classic under its standard rules; more matches, and odd rules, are in laws.slow.test.ts. */
import { listClassics } from '../../engine/registry/index.ts'
import { type LawfulGame, registerLaws } from '../laws/register.ts'
import { classicOf } from './load.ts'

registerLaws(listClassics().map(({ id }): LawfulGame => [id, classicOf(id), { samples: 1000 }]))
