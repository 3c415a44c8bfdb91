/** The picture of the map in the docs is drawn from the data that ships. */
import { describe, expect, it } from 'vitest'
import { isFresh } from '../../docs/scripts/map.ts'
import { drawMap } from '../../engine/bulwark/text/picture.ts'
import { rulesOf } from './load.ts'

describe("the map's picture", () => {
  it('in the docs is that of the shipped map: else run npm run map', () => {
    expect(isFresh()).toBe(true)
  })

  it('shows a hexagon for every tile, every name, ability and ferry, and escapes what SVG would read', () => {
    const { map } = rulesOf()
    const picture = drawMap(map)
    expect(picture.match(/<polygon /g)).toHaveLength(30)
    // The legend has one, too.
    expect(picture.match(/class="ferry"/g)).toHaveLength(4 + 1)
    expect(picture.match(/class="ability"/g)).toHaveLength(4)
    for (const word of map.tiles.flatMap(({ name }) => name.split(' '))) expect(picture).toContain(word)
    const odd = drawMap({
      name: 'a & b',
      tiles: map.tiles.map(tile => ({ ...tile, name: `<${tile.name}>`, ferries: [] })),
    })
    expect(odd).toContain('The map a &#38; b')
    expect(odd).toContain('&#60;Forge&#62;')
  })
})
