/** `evenhand status`: how far a run is, whether it is running or not. */
import { InputError } from '../../documents/index.ts'
import { loadGames } from '../../engine/registry/index.ts'
import {
  clock,
  consoleReport,
  consoleSummary,
  counted,
  journalFolders,
  type LearningStatus,
  learningIn,
  learningText,
  openGamesIn,
  type RunStatus,
  rateText,
  shardText,
  statusOf,
  summaryDocument,
  thousands,
} from '../../library/command.ts'
import { type Declaration, jsonOption } from '../options/declare.ts'
import { detailsOption, RESULT_KEYS } from '../options/options.ts'
import { positional } from '../options/values.ts'
import { print, printJson, reportStyle } from '../terminal/output.ts'
import { LINEUPS_NAMED } from '../terminal/progress.ts'

export const declaration: Declaration = {
  usage: [
    'status DIR [options]',
    'Shows the progress of a run and its results so far. You can call it while the run plays.',
  ],
  positionals: { folder: { describe: 'run folder, or a folder of its shards' } },
  options: {
    details: detailsOption,
    json: jsonOption(
      `state, learning, matches, total, rate, left, forfeits, lineups, folders, ${RESULT_KEYS}`,
    ),
  },
  examples: [
    ['status runs/big-1a2b3c4d', 'progress so far'],
    ['status runs/big-1a2b3c4d --json | jq .left', 'print the seconds left'],
  ],
  handler: async args => {
    const dir = positional(args, 'folder')
    const learning = learningIn(dir)
    const isJson = args.json === true
    if (learning.length > 0 && !hasJournal(dir)) {
      if (isJson) printJson({ state: stateOf(learning), learning })
      else printLearning(learning)
      return
    }
    await loadGames()
    await openGamesIn(dir)
    const status = statusOf(dir)
    if (isJson) printJson(documentOf(status, learning))
    else {
      printLearning(learning)
      printStatus(status, args.details === true)
    }
  },
}

const useText = (holder: string | null): string => (holder ? `run by ${holder}` : 'not running')

/** Whether matches of the run were played before. */
function hasJournal(dir: string): boolean {
  try {
    return journalFolders(dir).length > 0
  } catch (error) {
    if (error instanceof InputError) return false
    throw error
  }
}

const stateOf = (learning: readonly LearningStatus[]): string =>
  learning.some(({ holder }) => holder !== null) ? 'learning' : 'stopped'

/** What players learn before matches are played. */
function printLearning(learning: readonly LearningStatus[]): void {
  for (const one of learning) {
    const { dir, holder, policies, left, leftLater } = one
    print(learningText(one))
    for (const { name, state, over, rounds } of policies)
      print(`  ${name}: ${state === 'learning' ? roundText(over, rounds) : state}`)
    if (left !== null) {
      const later = leftLater ? `, then ${clock(leftLater)} for later policies` : ''
      print(
        `time left: ${clock(left)} of training${later}, then the matches of the run${holder ? '' : ', once you resume it'}`,
      )
    }
    print(`${dir}: ${useText(holder)}\n`)
  }
}

/** Rounds are numbered from 0, the last of which is one less than there are. */
const roundText = (over: number, rounds: number): string =>
  over < rounds ? `round ${over} of ${rounds - 1}` : 'its rounds play each other'

function documentOf(
  { state, matches, total, rate, left, forfeits, folders, lineups, result }: RunStatus,
  learning: readonly LearningStatus[],
): object {
  return {
    state,
    learning,
    matches,
    total,
    rate: rate > 0 ? rate : null,
    left: Number.isFinite(left) ? left : null,
    forfeits,
    lineups,
    folders: folders.map(({ dir, shard, holder }) => ({ dir, shard: shardText(shard), holder })),
    ...summaryDocument(result),
  }
}

function printStatus(status: RunStatus, details: boolean): void {
  const { state, matches, total, rate, left, forfeits, folders, lineups, givenUp, result } = status
  const percent = total === 0 ? 100 : Math.floor((100 * matches) / total)
  print(`${state}: ${thousands(matches)} of ${counted(total, 'match', 'matches')}, ${percent} %`)
  if (state !== 'complete' && lineups.length > 1)
    for (const one of lineups.slice(0, LINEUPS_NAMED))
      print(`  ${one.name}: ${thousands(one.matches)} of ${thousands(one.total)}`)
  if (givenUp.length > 0) print(`given up: ${givenUp.join('; ')}`)
  if (state === 'stopped' && left === 0 && givenUp.length > 0) print('All other matches were played.')
  else if (state !== 'complete' && Number.isFinite(left))
    print(`time left: ${clock(left)}${state === 'stopped' ? ' once you resume it' : ''}`)
  if (rate > 0) print(`rate: ${rateText(rate)} matches/s while playing`)
  print(`forfeits: ${thousands(forfeits)}`)
  for (const { dir, shard, holder } of folders)
    print(`${dir}: ${shard.count > 1 ? `shard ${shardText(shard)}, ` : ''}${useText(holder)}`)
  print('')
  const style = { ...reportStyle(process.stdout), progressTold: true }
  const report = details ? consoleReport : consoleSummary
  print(matches === 0 ? 'No match is counted yet.' : report(result, style).trimEnd())
}
