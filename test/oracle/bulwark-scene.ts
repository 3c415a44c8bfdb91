// Scenes for the self-tests of bulwark's oracle.
import { fightBattles } from './bulwark-battle.ts'
import { RECONSTRUCTED } from './bulwark-map.ts'
import { type Game, type GivenRules, isContested, newGame, readRules, settleOwner } from './bulwark-parts.ts'

export const RULES: GivenRules = { map: RECONSTRUCTED, teams: ['north', 'south'] }

// ---------------------------------------------------------------------------------------------------------------------
// Small scenes: units are put where the scene wants them and one battle is fought

/** `5 Graveyard`, or `5 Graveyard < FFA Arena` for one that stepped there. */
export function scene(lines: Record<string, readonly string[]>, rules: Partial<GivenRules> = {}): Game {
  const game = newGame(readRules({ ...RULES, ...rules, teams: Object.keys(lines) }))
  game.round = 1
  for (const team of game.teams) {
    team.turnsBegun = 1
    for (const line of lines[team.name]!) {
      const [, number, at, from] = /^(\d) ([^<]+?)(?: < (.*))?$/.exec(line)!
      game.units.push({
        team: team.name,
        number: Number(number),
        skill: 1,
        at: at!,
        stepped: from !== undefined,
        cameFrom: from ?? null,
        recoversUntil: 0,
      })
    }
  }
  game.teams[1]!.turnsEnded = 1
  for (const { name } of game.tiles) {
    settleOwner(game, name)
    if (isContested(game, name)) game.owners.set(name, game.teams[1]!.name)
  }
  return game
}

/** Fights the first seat's battles; chance answers `fells`, teams answer `answers`; returns what teams were asked. */
export function fightScene(game: Game, fells: readonly string[], answers: readonly string[] = []): string[] {
  const log: string[] = []
  const rest = [...answers]
  const falls = [...fells]
  const script = fightBattles(game, game.teams[0]!.name)
  let step = script.next()
  while (!step.done) {
    const { options, who } = step.value
    if (who !== 'chance') log.push(`${who}: ${options.join(', ')}`)
    const answer = who === 'chance' ? falls.shift()! : rest.shift()!
    if (!options.includes(answer)) throw new Error(`${answer} is not in ${options.join(', ')}`)
    step = script.next(answer)
  }
  return log
}

export const where = (game: Game, team: string): string[] =>
  game.units.filter(unit => unit.team === team).map(unit => `${unit.number} ${unit.at}`)
