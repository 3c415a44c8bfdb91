/** Laws of what a match comes to: gauges, events, returns and endings. */
import { type CompiledGame, type Ending, EVENTS, payoffGauge, WIN_UNITS } from '../contract/index.ts'
import { failLaw, type Law, type LawSubject, lawOfPositions, seatName } from './law.ts'
import type { WalkPosition } from './walk.ts'

export function outcomeLaws(subject: LawSubject): Law[] {
  return [
    lawOfPositions(subject, 'gauges stay within their bounds, and zero-sum gauges add up to 0', checkGauges),
    countsLaw(subject),
    lawOfPositions(
      subject,
      'returns divide one whole win in a way that the kind of ending allows',
      checkReturns,
    ),
    lawOfPositions(subject, 'the seat with the highest deciding gauge wins', checkDecides),
    lawOfPositions(subject, 'payoffs add up to 0 and are positive for the winner', checkPayoff),
  ]
}

function checkGauges({ game, state, gauges }: WalkPosition): void {
  game.gauge(state, gauges, 0)
  const seats = game.info.seats.length
  for (const [g, { id, min, max, zeroSum }] of game.info.gauges.entries()) {
    const values = gauges.subarray(g * seats, (g + 1) * seats)
    for (const [seat, value] of values.entries())
      if (!(value >= min && value <= max))
        failLaw(`${seatName(game, seat)}'s gauge ${id} is ${value}`, `a value from ${min} to ${max}`)
    const sum = values.reduce((total, value) => total + value, 0)
    if (zeroSum && sum !== 0)
      failLaw(`the seats' values of gauge ${id} add up to ${sum}`, '0, because the gauge is zero-sum')
  }
}

function countsLaw(subject: LawSubject): Law {
  let before = new Int32Array(0)
  return lawOfPositions(subject, 'counts of events never fall', ({ game, events, decisions, steps }) => {
    if (decisions === 0 && steps === 0) before = new Int32Array(events.length)
    for (let i = 0; i < events.length; i++)
      if (events[i]! < before[i]!)
        failLaw(
          `the count of ${countName(game, i)} fell to ${events[i]}`,
          `at least ${before[i]}, its value before`,
        )
    before.set(events)
  })
}

function countName(game: CompiledGame, index: number): string {
  const { assets } = game.info
  const row = Math.floor(index / EVENTS.length)
  const { id } = assets[row % assets.length]!
  return `${EVENTS[index % EVENTS.length]} for ${seatName(game, Math.floor(row / assets.length))}'s ${id}`
}

function checkReturns({ game, mask, state, returns }: WalkPosition): void {
  if (mask !== 0) return
  const { endings, seats } = game.info
  const index = game.result(state, returns)
  const ending = endings[index]
  if (ending === undefined)
    failLaw(`result returns ${index}`, `the index of an ending, 0 to ${endings.length - 1}`)
  if (returns.some(share => share < 0)) failLaw(`returns ${returns.join(', ')}`, 'none below 0')
  const sum = returns.reduce((total, share) => total + share, 0)
  if (sum !== WIN_UNITS) failLaw(`returns ${returns.join(', ')} add up to ${sum}`, `${WIN_UNITS} win units`)
  checkKind(ending, returns, WIN_UNITS / seats.length)
}

/** What `Ending.kind` in the contract's info.ts allows. */
function checkKind({ id, kind }: Ending, returns: Int32Array, fair: number): void {
  const found = `ending ${id}, of kind ${kind}, with returns ${returns.join(', ')}`
  if (kind === 'win' && !returns.some(share => share > fair))
    failLaw(found, `a winner: at least one seat with more than the fair share, ${fair}`)
  if (kind === 'draw' && returns.some(share => share !== fair))
    failLaw(found, `the fair share, ${fair}, for every seat`)
  const most = Math.max(...returns)
  if (kind === 'length' && returns.some(share => share !== 0 && share !== most))
    failLaw(found, 'an equal share for each seat that is still in, and 0 for the others')
}

function checkDecides({ game, mask, state, returns, gauges }: WalkPosition): void {
  if (mask !== 0) return
  const ending = game.info.endings[game.result(state, returns)]
  if (ending === undefined) return
  game.gauge(state, gauges, 0)
  const seats = game.info.seats.length
  for (const [g, { id, decides = [] }] of game.info.gauges.entries()) {
    if (!decides.includes(ending.id)) continue
    const values = gauges.subarray(g * seats, (g + 1) * seats)
    const highest = Math.max(...values)
    const winners = values.reduce((count, value) => count + (value === highest ? 1 : 0), 0)
    for (const [seat, value] of values.entries()) {
      const share = value === highest ? WIN_UNITS / winners : 0
      if (returns[seat] !== share)
        failLaw(
          `${seatName(game, seat)}, whose gauge ${id} is ${value} (the highest is ${highest}), gets ${returns[seat]} win units`,
          `${share}, because gauge ${id} decides the ending ${ending.id}`,
        )
    }
  }
}

function checkPayoff({ game, mask, state, returns, gauges }: WalkPosition): void {
  const gauge = payoffGauge(game.info)
  if (mask !== 0 || gauge < 0) return
  const seats = game.info.seats.length
  game.result(state, returns)
  game.gauge(state, gauges, 0)
  const payoffs = gauges.subarray(gauge * seats, (gauge + 1) * seats)
  const sum = payoffs.reduce((total, payoff) => total + payoff, 0)
  if (sum !== 0) failLaw(`payoffs ${payoffs.join(', ')} add up to ${sum}`, '0')
  for (const [seat, payoff] of payoffs.entries()) {
    const over = returns[seat]! * seats - WIN_UNITS
    if (Math.sign(over) !== Math.sign(payoff))
      failLaw(
        `${seatName(game, seat)}, with a payoff of ${payoff}, gets ${returns[seat]} win units`,
        'more than the fair share for a positive payoff, less for a negative one, and otherwise the fair share',
      )
  }
}
