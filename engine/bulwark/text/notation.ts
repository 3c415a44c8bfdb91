/** Decisions as records write them; the page docs/rules/bulwark.md lists them. */
import { CHANCE, type Seat, type State } from '../../contract/index.ts'
import { FALL, WIN } from '../rules/actions.ts'
import type { Tables } from '../rules/tables.ts'
import { AT, GONE, numberOf, SLOTS, seatOf, slotOf } from '../state/layout.ts'

/** "red 3" for a slot. */
export function unitName(t: Tables, slot: number): string {
  return `${t.rules.team.names[seatOf(slot)]} ${numberOf(slot) + 1}`
}

/** A decision's text. It does not depend on the position, so texts may be cached by action. */
export function formatAction(t: Tables, seat: Seat, action: number): string {
  const { codes, names, tiles } = t
  if (seat === CHANCE)
    return action < WIN ? `${unitName(t, action - FALL)} falls` : `${t.rules.team.names[action - WIN]} wins`
  const unitAndTile = (code: number) => {
    const unit = Math.floor((action - code) / tiles)
    return { unit: unit + 1, tile: names[action - code - unit * tiles]! }
  }
  if (action === codes.end) return 'end'
  if (action < codes.step) return `${action - codes.stay + 1} stays`
  if (action < codes.ferry) {
    const { unit, tile } = unitAndTile(codes.step)
    return `${unit} to ${tile}`
  }
  if (action < codes.rally) {
    const { unit, tile } = unitAndTile(codes.ferry)
    return `${unit} ferries to ${tile}`
  }
  if (action < codes.swarm) return `rally to ${names[t.timed[action - codes.rally]!.tile]}`
  if (action < codes.flee) {
    const slot = (action - codes.swarm) % SLOTS
    const ability = (action - codes.swarm - slot) / SLOTS
    return `swarm ${unitName(t, slot)} from ${names[t.timed[ability]!.tile]}`
  }
  if (action < codes.retreat) {
    const { unit, tile } = unitAndTile(codes.flee)
    return `${unit} flees to ${tile}`
  }
  if (action < codes.choose) return `${action - codes.retreat + 1} retreats`
  if (action < codes.pick) {
    const { unit, tile } = unitAndTile(codes.choose)
    return `${unit} retreats to ${tile}`
  }
  return `capital at ${names[action - codes.pick]}`
}

/** A decision in words, without the seat's name; an outcome of chance as a sentence. */
export function tellAction(t: Tables, seat: Seat, action: number): string {
  const { codes, names } = t
  const text = formatAction(t, seat, action)
  if (seat === CHANCE) return text
  if (action === codes.end) return 'ends its turn'
  if (action >= codes.pick) return `founds its ${text}`
  if (action >= codes.rally && action < codes.swarm)
    return `calls ${t.rules.rally.targets === 'all' ? 'all' : 'its'} units to ${names[t.timed[action - codes.rally]!.tile]} (Rally)`
  if (action >= codes.swarm && action < codes.flee) return `lets the bees loose: ${text}`
  const [unit, ...rest] = text.split(' ')
  return `unit ${unit} ${rest[0] === 'to' ? 'goes ' : ''}${rest.join(' ')}`
}

/** The tiles of a decision: where its unit stands, or its ability lies, and where that leads. */
export function placesOf(t: Tables, s: State, seat: Seat, action: number): readonly string[] {
  const { codes, tiles, timed } = t
  const unit = (code: number): number => s[AT + slotOf(seat, action - code)]!
  const unitAndTile = (code: number): number[] => {
    const number = Math.floor((action - code) / tiles)
    return [s[AT + slotOf(seat, number)]!, action - code - number * tiles]
  }
  const touched = (): number[] => {
    if (seat === CHANCE || action < codes.stay) return []
    if (action < codes.step) return [unit(codes.stay)]
    if (action < codes.ferry) return unitAndTile(codes.step)
    if (action < codes.rally) return unitAndTile(codes.ferry)
    if (action < codes.swarm) return [timed[action - codes.rally]!.tile]
    if (action < codes.flee) {
      const slot = (action - codes.swarm) % SLOTS
      return [timed[(action - codes.swarm - slot) / SLOTS]!.tile, s[AT + slot]!]
    }
    if (action < codes.retreat) return unitAndTile(codes.flee)
    if (action < codes.choose) return [unit(codes.retreat)]
    if (action < codes.pick) return unitAndTile(codes.choose)
    return [action - codes.pick]
  }
  return [...new Set(touched())].filter(tile => tile !== GONE).map(tile => t.names[tile]!)
}

const NO_CODE = -1

/** The action of a text, or undefined if it isn't a decision with these tiles and teams. */
function readAction(t: Tables, seat: Seat, text: string): number | undefined {
  const { codes, names, tiles } = t
  const tileOf = (name: string | undefined) => (name === undefined ? -1 : names.indexOf(name))
  if (seat === CHANCE) return readChance(t, text)
  if (text === 'end') return codes.end
  const timed = (swarms: boolean, name: string) =>
    t.timed.findIndex(one => one.swarms === swarms && names[one.tile] === name)
  const unit = /^([1-8]) (stays|to|ferries to|flees to|retreats to|retreats)(?: (.+))?$/.exec(text)
  if (unit) {
    const number = Number(unit[1]) - 1
    const sorts: Readonly<Record<string, readonly [alone: number, withTile: number]>> = {
      stays: [codes.stay, NO_CODE],
      retreats: [codes.retreat, NO_CODE],
      to: [NO_CODE, codes.step],
      'ferries to': [NO_CODE, codes.ferry],
      'flees to': [NO_CODE, codes.flee],
      'retreats to': [NO_CODE, codes.choose],
    }
    const [alone, withTile] = sorts[unit[2]!]!
    if (unit[3] === undefined) return alone === NO_CODE ? undefined : alone + number
    const tile = tileOf(unit[3])
    return withTile === NO_CODE || tile < 0 ? undefined : withTile + number * tiles + tile
  }
  const rally = /^rally to (.+)$/.exec(text)
  if (rally) {
    const ability = timed(false, rally[1]!)
    return ability < 0 ? undefined : codes.rally + ability
  }
  const swarm = /^swarm (\S+) ([1-8]) from (.+)$/.exec(text)
  if (swarm) {
    const ability = timed(true, swarm[3]!)
    const slot = slotNamed(t, swarm[1]!, swarm[2]!)
    return ability < 0 || slot < 0 ? undefined : codes.swarm + ability * SLOTS + slot
  }
  const capital = tileOf(/^capital at (.+)$/.exec(text)?.[1])
  return capital < 0 ? undefined : codes.pick + capital
}

function readChance(t: Tables, text: string): number | undefined {
  const found = /^(\S+)(?: ([1-8]))? (falls|wins)$/.exec(text)
  if (!found) return undefined
  if (found[3] === 'falls') {
    const slot = found[2] === undefined ? -1 : slotNamed(t, found[1]!, found[2])
    return slot < 0 ? undefined : FALL + slot
  }
  const seat = found[2] === undefined ? t.rules.team.names.indexOf(found[1]!) : -1
  return seat < 0 ? undefined : WIN + seat
}

/** The slot of a unit by its team and number as records write them, or -1. */
function slotNamed(t: Tables, team: string, number: string): number {
  const seat = t.rules.team.names.indexOf(team)
  return seat < 0 ? -1 : slotOf(seat, Number(number) - 1)
}

const CHOICES_SHOWN = 8

/** Reads a decision; `legal` lists what the seat may choose, null if it isn't to move. Throws an Error in plain words. */
export function parseAction(t: Tables, seat: Seat, text: string, legal: Int32Array | null): number {
  const found = JSON.stringify(text)
  if (legal === null) throw new Error(`found ${found}, but nothing is asked of this team now`)
  const action = readAction(t, seat, text)
  if (action !== undefined && legal.includes(action)) return action
  const choices = Array.from(legal.subarray(0, CHOICES_SHOWN), one => `"${formatAction(t, seat, one)}"`).join(
    ', ',
  )
  const more = legal.length > CHOICES_SHOWN ? ', ...' : ''
  throw new Error(`found ${found}, expected one of ${choices}${more}`)
}
