/** Findings in the words of games of other formats. */
import type { CompiledGame } from '../contract/index.ts'
import type { GameModule } from '../registry/index.ts'
import { finding, type GameFinding } from './finding.ts'

/** The easy contract's words and those of boardgame.io, replaced in this order. */
const BOARDGAME: readonly (readonly [RegExp, string])[] = [
  [
    /\blet toMove return 'chance' and chance list what may come, with weights/,
    'draw from random, which moves and hooks are given',
  ],
  [/\blet apply pass the turn on, as in .*/, 'let moves call events.endTurn, or turn have maxMoves'],
  [/\bcontext\.seat\b/g, 'its playerID'],
  [/\btoMove and moves of a seat\b/, 'ai.enumerate, turn.order and activePlayers'],
  [/\bapply and applyAll\b/g, 'moves, onBegin, onMove and onEnd'],
  [
    /\bapplyAll gets the moves of all seats at once: let it treat them alike, whoever decided first/,
    'moves of players who choose at the same time are carried out in the order of their ids: let none look at what the others did',
  ],
  [/(?<!evenhand\.)\bdeterminize\b/g, 'evenhand.determinize'],
  [/\brandom\.shuffle\b/g, 'its random.shuffle'],
  [/(^|; |: |, and |all that )view\b(?=[ (])/g, '$1playerView'],
  [/\bin moves, or in format,/, 'in ai.enumerate'],
  [/\blet outcome return null\b.*/, 'let endIf return nothing as long as the match goes on'],
  [/\blet outcome return\b/g, 'let endIf return'],
  [/\bin the state\b/g, 'in G'],
  [/\bin context\.rules\b/, 'in setupData'],
  [/\blet format write every move of a position differently/, 'list no move twice in ai.enumerate'],
]

export function inAuthorsTerms(finding: GameFinding, { format }: Pick<GameModule, 'format'>): GameFinding {
  if (format !== 'boardgame.io') return finding
  const told = (text: string): string =>
    BOARDGAME.reduce((said, [ours, theirs]) => said.replace(ours, theirs), text)
  return { ...finding, wrong: told(finding.wrong), advice: finding.advice && told(finding.advice) }
}

export function notesOf({ notes = [] }: CompiledGame): GameFinding[] {
  return notes.map(note => finding('note', note, null))
}
