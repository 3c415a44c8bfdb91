/** Findings in the words of games of other formats. */
import type { CompiledGame } from '../contract/index.ts'
import type { GameModule } from '../registry/index.ts'
import { finding, type GameFinding } from './finding.ts'

/** The easy contract's words and those of boardgame.io, replaced in this order. */
const BOARDGAME: readonly (readonly [RegExp, string])[] = [
  [
    /\breturn 'chance' from toMove, and list the outcomes with their weights in chance/,
    'draw from the random that moves and hooks get',
  ],
  [/\bpass the turn on in apply, as in .*/, 'call events.endTurn in moves, or give turn maxMoves'],
  [/\bcontext\.seat\b/g, 'its playerID'],
  [
    /\bin toMove and moves, use only what view shows\b/,
    'in ai.enumerate, turn.order and activePlayers, use only what playerView shows',
  ],
  [/\bapply and applyAll\b/g, 'moves, onBegin, onMove and onEnd'],
  [
    /\bapplyAll gets the moves of all seats at once. Its result must not depend on who decided first/,
    'boardgame.io carries out simultaneous moves in the order of player ids, so no move may depend on the others',
  ],
  [/(?<!evenhand\.)\bdeterminize\b/g, 'evenhand.determinize'],
  [/\brandom\.shuffle\b/g, 'its random.shuffle'],
  [/(^|; |: |, and |everything that )view\b(?=[ (])/g, '$1playerView'],
  [/\bcheck moves and format for\b/, 'check ai.enumerate for'],
  [/\blet outcome return null\b.*/, 'let endIf return nothing until the match is over'],
  [/\blet outcome return\b/g, 'let endIf return'],
  [/\bresult of a match from outcome\b/, 'result of a match from endIf'],
  [/\bin the state\b/g, 'in G'],
  [/\bthrough context\.rules\b/, 'through setupData'],
  [
    /\bdon't offer a move twice, and let format give every move in a position its own text/,
    'list no move twice in ai.enumerate',
  ],
]

export function inAuthorsTerms(finding: GameFinding, { format }: Pick<GameModule, 'format'>): GameFinding {
  if (format !== 'boardgame.io') return finding
  const told = (text: string): string =>
    BOARDGAME.reduce((said, [ours, theirs]) => said.replace(ours, theirs), text)
  return { ...finding, wrong: told(finding.wrong), advice: finding.advice && told(finding.advice) }
}

export function notesOf({ notes = [], warnings = [] }: CompiledGame): GameFinding[] {
  return [
    ...warnings.map(warning => finding('warning', warning, null)),
    ...notes.map(note => finding('note', note, null)),
  ]
}
