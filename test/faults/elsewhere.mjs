/** Loaded before the command: makes it believe that it is on the machine ELSEWHERE, whose clock is BEHIND milliseconds slow. */

import { syncBuiltinESMExports } from 'node:module'
import os from 'node:os'

const { ELSEWHERE, BEHIND = '0' } = process.env
const now = Date.now

os.hostname = () => ELSEWHERE
Date.now = () => now() - Number(BEHIND)
syncBuiltinESMExports()
