/**
 * Draws a map of Bulwark as SVG: `npm run map` renews the one in the docs, `npm run map -- MAP.yaml OUT.svg` draws
 * another.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { InputError, readDocument, validate } from '../../documents/index.ts'
import { drawMap, mapSchema } from '../../engine/bulwark/index.ts'
import { ROOT } from '../../engine/package.ts'

/** The shipped map, and its picture. */
const MAP = join(ROOT, 'configs', 'rules', 'bulwark', 'maps', 'reconstruction.yaml')
const PICTURE = join(ROOT, 'docs', 'rules', 'bulwark-map.svg')

/** The picture of a map file. Throws an InputError. */
function pictureOf(file: string): string {
  return drawMap(validate(mapSchema, [readDocument(file)]))
}

/** Whether the picture in the docs is the map that ships. */
export function isFresh(): boolean {
  return readFileSync(PICTURE, 'utf8') === pictureOf(MAP)
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
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
