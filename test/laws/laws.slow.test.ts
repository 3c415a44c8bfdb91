/** Every game that ships runs the laws with every open reading of its text turned. */
import { READINGS } from './readings.ts'
import { registerLaws } from './register.ts'

registerLaws(READINGS)
