/** A game of a user, in the fast contract: two seats step ahead by 1 to 3 in turn, and who comes to the goal first wins. */
import { below, newState, RESOLVE_BIT, z } from 'evenhand/game'
import { STEPS } from './steps.js'

const MOST = 60
const [TO_MOVE, LAST] = [2, 3]

const infoOf = id => ({
  id,
  type: {
    dynamics: 'sequential',
    chance: 'deterministic',
    information: 'perfect',
    utility: 'constant-sum',
  },
  seats: ['red', 'blue'],
  stateSize: 4,
  actionCount: STEPS,
  legalMax: STEPS,
  decisionMax: 2 * MOST,
  stepMax: 2 * MOST,
  step: { label: 'move', perTurn: 2 },
  gauges: [{ id: 'lead', label: 'lead', min: -MOST - STEPS, max: MOST + STEPS, zeroSum: true, weight: 1 }],
  assets: [{ id: 'step', group: 'move', label: 'a step' }],
  endings: [{ id: 'goal', kind: 'win', label: 'came to the goal' }],
})

class Race {
  constructor(id, { goal }) {
    this.goal = goal
    this.info = infoOf(id)
    this.text = {
      replayEach: 'decision',
      fixedFormat: true,
      format: (_state, _seat, action) => `${1 + action}`,
      parse: (_state, _seat, text) => {
        if (!/^[1-3]$/.test(text)) throw new Error(`found ${text}, expected 1 to 3`)
        return Number(text) - 1
      },
      describe: state => ({ red: state[0], blue: state[1] }),
      render: state => `red ${state[0]}, blue ${state[1]}`,
    }
  }
  start(state) {
    state.set(newState(this.info))
    state[TO_MOVE] = 1
  }
  toMove(state) {
    return state[TO_MOVE]
  }
  legal(_state, _seat, out) {
    for (let action = 0; action < STEPS; action++) out[action] = action
    return STEPS
  }
  passive() {
    return 0
  }
  sample(_state, _seat, rng) {
    return below(rng, STEPS)
  }
  apply(state, seat, action, events) {
    state[seat] += 1 + action
    state[LAST] = seat
    state[TO_MOVE] = RESOLVE_BIT
    events[seat * 5]++
  }
  resolve(state) {
    const last = state[LAST]
    state[TO_MOVE] = state[last] >= this.goal ? 0 : 1 << (1 - last)
    return true
  }
  result(state, returns) {
    returns[0] = state[0] >= this.goal ? 60 : 0
    returns[1] = 60 - returns[0]
    return 0
  }
  observe(state, _seat, view) {
    view.set(state)
  }
  determinize(view, _seat, _rng, out) {
    if (out !== view) out.set(view)
  }
  gauge(state, out, at) {
    out[at] = state[0] - state[1]
    out[at + 1] = -out[at]
  }
}

export default {
  id: 'race',
  summary: 'steps to a goal',
  schema: z.strictObject({ goal: z.int().min(5).max(MOST).describe('steps to the goal').default(20) }),
  compile: (id, rules) => new Race(id, rules),
}
