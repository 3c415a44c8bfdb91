/** Every game that ships runs the laws thoroughly, and with every open reading of its text turned. */
import { GAMES } from './games.ts'
import { READINGS } from './readings.ts'
import { registerLaws } from './register.ts'

registerLaws(GAMES.map(([name, game]) => [name, game]))
registerLaws(READINGS)
