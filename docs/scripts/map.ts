/** Draws maps of Bulwark: `npm run map` renews that of the docs, `npm run map -- MAP.yaml OUT.svg` draws another. */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { InputError, readDocument, validate } from '../../documents/index.ts'
import { drawMap, mapSchema } from '../../engine/bulwark/index.ts'
import { ROOT } from '../../engine/package.ts'
import { isMain, pageOf } from './pages.ts'

const MAP = join(ROOT, 'configs', 'rules', 'bulwark', 'maps', 'reconstruction.yaml')
const PICTURE = pageOf('rules', 'bulwark-map.svg')

function pictureOf(file: string): string {
  return drawMap(validate(mapSchema, [readDocument(file)]))
}

/** Whether the docs show the map that ships. */
export function isFresh(): boolean {
  return readFileSync(PICTURE, 'utf8') === pictureOf(MAP)
}

if (isMain(import.meta.url)) {
  const [map = MAP, out = map === MAP ? PICTURE : ''] = process.argv.slice(2)
  try {
    if (out === '')
      throw new InputError(
        'npm run map',
        `found no file for the picture of ${map}, expected MAP.yaml OUT.svg`,
      )
    writeFileSync(out, pictureOf(map))
  } catch (error) {
    const isTold = error instanceof InputError || (error as NodeJS.ErrnoException).code !== undefined
    if (!isTold) throw error
    process.stderr.write(`${(error as Error).message}\n`)
    process.exitCode = 2
  }
}
