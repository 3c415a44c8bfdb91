/** Every game that ships runs the laws thoroughly, with odd rules, and with every open reading of its text turned. */
import { GAMES, ODD } from './games.ts'
import { READINGS } from './readings.ts'
import { registerLaws } from './register.ts'

registerLaws([...GAMES, ...ODD].map(([name, game]) => [name, game]))
registerLaws(READINGS)
