import { fileURLToPath } from 'node:url'

/** The built command. */
export const MAIN = fileURLToPath(new URL('../dist/cli/main.js', import.meta.url))
