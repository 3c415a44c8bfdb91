/** Importing this loads all games and classics, before the importer's own code runs. */
import * as bulwark from '../bulwark/index.ts'
import * as classics from '../classics/index.ts'
import * as elephantMen from '../elephant-men/index.ts'
import * as frontline from '../frontline/index.ts'
import * as prestige from '../prestige/index.ts'
import { registerGames } from './games.ts'

registerGames({ bulwark, classics, 'elephant-men': elephantMen, frontline, prestige })
