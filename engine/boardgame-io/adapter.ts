/** The text of a file that plays a game of boardgame.io by its source, with the moves inferred to edit. */
import type { Exports } from '../modules/index.ts'
import type { BoardgameConfig } from './config.ts'
import type { Inference } from './inferred.ts'
import { HELPERS } from './sources.ts'

/** How another module names a game: an export, and what leads from it to the game. */
export interface GameExport {
  readonly name: string
  readonly path: string
  /** Whether the module has an export `evenhand`. */
  readonly hasExtras: boolean
}

/** Finds a game among the exports; null if it is made by calling one of them. */
export function referenceTo({ moves, phases, turn }: BoardgameConfig, exported: Exports): GameExport | null {
  const isGame = (value: unknown): boolean => {
    const part = value as Partial<BoardgameConfig> | null | undefined
    return (
      typeof part === 'object' &&
      part !== null &&
      part.moves === moves &&
      part.phases === phases &&
      part.turn === turn
    )
  }
  const hasExtras = 'evenhand' in exported
  for (const [name, value] of Object.entries(exported)) {
    if (isGame(value)) return { name, path: '', hasExtras }
    if (typeof value !== 'object' || value === null) continue
    for (const [key, part] of Object.entries(value))
      if (isGame(part)) return { name, path: `.${key}`, hasExtras }
  }
  return null
}

/** `specifier` is how the file imports the game. Types are written for TypeScript. */
export function adapterText(
  id: string,
  { name, path, hasExtras }: GameExport,
  inference: Inference | null,
  specifier: string,
  isTyped: boolean,
): string {
  const game = path === '' ? 'Game' : 'exported'
  const own = hasExtras ? 'evenhand as own' : ''
  const named = [...(name === 'default' ? [] : [`${name} as ${game}`]), ...(own ? [own] : [])]
  const imported = [
    ...(name === 'default' ? [game] : []),
    ...(named.length > 0 ? [`{ ${named.join(', ')} }`] : []),
  ]
  const listed = inference ? movesOf(inference, hasExtras, isTyped) : []
  const body = listed.join('\n')
  const helpers = Object.entries(HELPERS).filter(([key]) => new RegExp(`\\b${key}\\(`).test(body))
  const helperLines = helpers.map(([key, { params, code }]) => {
    const typeOf = (param: string): string => (param === 'of' ? '(part: any) => any' : 'any')
    const list = params.map(param => (isTyped ? `${param}: ${typeOf(param)}` : param)).join(', ')
    return `const ${key} = (${list})${isTyped ? ': any[]' : ''} => ${code}`
  })
  const any = isTyped ? ': any' : ''
  return `${[
    `/** ${id} for evenhand: the moves that players may try, and facts that its code doesn't state. */`,
    `import ${imported.join(', ')} from '${specifier}'`,
    '',
    ...(path === '' ? [] : [`const Game = exported${path}`]),
    'export default Game',
    ...(helperLines.length > 0 ? ['', ...helperLines] : []),
    '',
    `export const evenhand${any} = {`,
    ...(hasExtras ? ['  ...own,'] : []),
    ...listed,
    '  // Whose turn it is, if G says so instead of ctx:',
    `  // toMove: ({ G, ctx }) => G.currentPlayer,`,
    '',
    "  // Who wins, if evenhand can't tell from gameover: { winner }, { winners }, { scores }, or {} for a draw:",
    '  // outcome: (gameover, G, ctx) => ({ winner: gameover.winner }),',
    '',
    '  // The value of a position for a player, for agents that look ahead:',
    '  // score: (G, ctx, playerID) => G.players[playerID].points,',
    '',
    '  // A guess at the whole G from what a player sees; for games with playerView:',
    '  // determinize: (G, ctx, playerID, random) => ({ ...G, deck: random.shuffle(G.deck) }),',
    '}',
  ].join('\n')}\n`
}

/** The entry `moves`, with what was tried. */
function movesOf(inference: Inference, hasExtras: boolean, isTyped: boolean): string[] {
  const head = isTyped ? '(G: any, ctx: any, playerID: string): any[] =>' : '(G, ctx, playerID) =>'
  const lines = [...inference.moves].flatMap(([name, { labels, code, first, tried, legal, doubt }]) => {
    const key = /^[A-Za-z_$][\w$]*$/.test(name) ? name : JSON.stringify(name)
    const start = first
      ? `${first.legal} of ${first.tried} legal at first, ${legal} of ${tried} in three matches`
      : 'it was never available'
    if (labels.length === 0) return [`    // ${doubt}. List its arguments:`, `    ${key}: ${head} [],`]
    const doubts = doubt === null ? [] : [`    // Check it: ${doubt}.`]
    const list = code === '[[]]' ? 'true' : `${head} ${code}`
    return [`    // ${labels.join(' or ')}: ${start}`, ...doubts, `    ${key}: ${list},`]
  })
  const phases = [...inference.endsTurnIn]
  const where =
    phases.includes(null) && phases.length === 1 ? '' : ` && ${JSON.stringify(phases)}.includes(ctx.phase)`
  const ends = `(ctx.numMoves ?? 0) > 0${where}`
  return [
    '  // Arguments to try; evenhand offers those that are legal. Each entry lists the arguments of one call.',
    '  // They were inferred from calls that were legal in random matches. Correct them where the rules differ.',
    '  moves: {',
    ...(hasExtras ? ['    ...own.moves,'] : []),
    ...lines,
    ...(phases.length > 0
      ? [
          '    // No rule ends the turn, so players may end it after a move.',
          `    endTurn: ${isTyped ? '(_G: any, ctx: any): any[]' : '(_G, ctx)'} => (${ends} ? [[]] : []),`,
        ]
      : []),
    '  },',
    '',
  ]
}
