/** Games of the user that turn bad, while they load or in one of many matches: nothing waits for them for ever, and all of it is said. */
import { describe, expect, it } from 'vitest'
import { WAIT_TIMES } from '../../sim/threads/watchdog.ts'
import { evenhand } from '../cli/command.ts'
import { changed, counting, failing, own } from './own.ts'

const HANG = 'for (;;);'

/** Seconds that a decision may take. */
const SECONDS = 1

describe('a game that hangs', () => {
  const play = (text: string, agents: string) => {
    const args = ['play', './bad.js', '--agents', agents, '--matches', '4']
    // Each thread that hangs keeps a core busy.
    const limits = ['--decision-seconds', `${SECONDS}`, '--threads', agents === 'random' ? '2' : '1']
    return evenhand([...args, ...limits], { cwd: own({ 'bad.js': text }), own: true })
  }

  it('while it loads is refused', async () => {
    const { code, err } = await play(HANG, 'random')
    expect(err).toMatch(
      new RegExp(`GAME: game module .*bad.js cannot be played: it didn't finish within ${SECONDS} s`),
    )
    expect(code).toBe(2)
  })

  it.each([
    ['legal', changed(`game.legal = () => { ${HANG} }`), 'legal'],
    [
      'gauge n',
      counting(`gauges: { n: { min: 0, max: 99, of: () => { ${HANG} } } }`),
      'gauge n at bad.js:4:41',
    ],
    [
      'ai.enumerate',
      `export default { setup: () => ({}), moves: { a: () => {} }, ai: { enumerate: () => { ${HANG} } } }`,
      'ai.enumerate at bad.js:1:78',
    ],
  ])('in its function %s is refused, and named', async (_part, text, place) => {
    const { code, err } = await play(text, 'random')
    expect(err).toContain(
      `: ${place} didn't finish within ${SECONDS} s of CPU time; --decision-seconds allows more\n`,
    )
    expect(code).toBe(2)
  })

  it('in a match ends the run in words', async () => {
    // Those that try the game play more.
    const text = changed(`const { workerData } = process.getBuiltinModule('node:worker_threads')
  const isTried = workerData !== null && 'question' in workerData
  const { resolve } = game
  let turns = 0
  game.resolve = state => { if (++turns > 300 && !isTried) ${HANG} return resolve.call(game, state) }`)
    const { code, signal, err } = await play(text, 'mcts:iterations=20')
    // Node dying of it would leave no words.
    expect(signal).toBeUndefined()
    expect(err).toMatch(
      new RegExp(
        `(?:game module .*bad.js hung its threads 3 times for more than ${SECONDS} s without a decision, in bad\\.js:\\d+:\\d+, in block \\d+, rotation \\d of default|the game fails in \\d+ of \\d+ blocks of .*, more than the limit: bad\\.js:\\d+:\\d+: .* doesn.t return within ${SECONDS} s of CPU time)`,
      ),
    )
    expect(code).toBe(1)
  })
})

describe('a game that turns bad in matches of one line-up costs no other', () => {
  // Its module imports nothing, so that it loads in time.
  const seconds = 0.5
  /** Of a program that still runs when a decision's are over and its thread has been asked in vain where it is, on a busy machine, too. */
  const longSeconds = WAIT_TIMES * seconds + 14

  const play = (bad: string, where = '') => {
    const text = failing(`${where}seat === 1 && bold === 5 && state.gone[0] === 7`).replace(
      "throw new Error('no card ' + card)",
      bad,
    )
    const experiment = `game: ./bad.mjs
seed: three
matches: 300
${where === '' ? '' : 'baseline: { name: fine }\nvariants: [{ name: few, rules: { cards: 199 } }]'}
decisionSeconds: ${seconds}
lineups: [{ agents: [greedy] }, { agents: [random], matches: 200 }]
`
    const cwd = own({ 'bad.mjs': text, 'hangs.yaml': experiment })
    return evenhand(['run', 'hangs.yaml', '--threads', '2', '--details'], { cwd, own: true })
  }

  it.each([
    ['loops', 'for (;;);', 'bad\\.mjs:6:\\d+: apply'],
    [
      'waits for a time that never comes',
      'for (const end = Date.now() + 9; Date.now() < end; );',
      'bad\\.mjs:6:\\d+: apply',
    ],
    [
      'waits for a program, which nothing pauses',
      `process.getBuiltinModule('node:child_process').execFileSync('sleep', ['${longSeconds}'])`,
      'the game',
    ],
  ])('where it %s, and loses only the block', async (_how, bad, place) => {
    const { code, out, err } = await play(bad)
    const words = `greedy vs greedy: the game failed in \\d+ blocks?, .* ${place} doesn't return within ${seconds} s of CPU time, reached by 3 moves: chance \\d+, chance \\d+, ann \\[`
    expect(out.replaceAll(/\s+/g, ' ')).toMatch(new RegExp(words))
    expect(out).toMatch(/greedy vs itself +29\d /)
    expect(out).toMatch(/random vs itself +200 /)
    expect(err).not.toContain('evenhand:')
    expect(code).toBe(0)
  })

  it('nor any other variant of that line-up', async () => {
    const { code, out } = await play('for (;;);', 'rules.cards === 199 && ')
    expect(out.match(/greedy vs itself +300 /g)).toHaveLength(1)
    expect(out.match(/greedy vs itself +29\d /g)).toHaveLength(1)
    expect(out.match(/random vs itself +200 /g)).toHaveLength(2)
    expect(code).toBe(0)
  })

  it.each([
    ['draws', 'Math.random()', 'drew from Math.random or crypto'],
    ['tries to end the process', 'process.exit()', 'tried to end the process'],
  ])('where it %s', async (_how, bad, told) => {
    const { code, out, err } = await play(bad)
    expect(out.replaceAll(/\s+/g, ' ')).toMatch(
      new RegExp(
        `greedy vs greedy: the game failed in \\d+ blocks?, .* bad\\.mjs:8:\\d+: ${told}.*, reached by 3 moves: chance`,
      ),
    )
    expect(out).toMatch(/random vs itself +200 /)
    expect(err).not.toContain('evenhand:')
    expect(code).toBe(0)
  })
})

describe('a game in a late match', () => {
  const late = (call: string): string =>
    changed(`let matches = 0
  const { start } = game
  game.start = (...all) => { if (++matches > 40) ${call}; return start.apply(game, all) }`)
  /** Throws where the clock stands still. */
  const agent = `export default { id: 'clocks', summary: '', make: () => ({
    choose: (_view, _seat, legal) => {
      const [then, start] = [Date.now(), performance.now()]
      while (performance.now() < start + 0.01);
      if (new Date() < then || then < Date.UTC(2026)) throw new Error('it is ' + new Date(then))
      return legal[0]
    } }) }`

  it('may look at clocks that stand still, while agents look at theirs', async () => {
    const cwd = own({
      'bad.js': late(
        `if (Number(new Date()) !== Date.UTC(2020) || performance.now() !== 9e5) throw new Error('moved')`,
      ),
      'clocks.js': agent,
    })
    const args = ['play', './bad.js', '--agents', './clocks.js,random', '--matches', '400', '--json']
    const { code, out } = await evenhand([...args, '--threads', '1'], { cwd, own: true })
    expect(JSON.parse(out).cells?.[0]?.forfeits ?? 0).toBe(0)
    expect(code).toBe(0)
  })

  it('that draws where it may not is stopped while players learn it, too', async () => {
    const cwd = own({ 'bad.js': late('Math.random()') })
    const args = ['learn', './bad.js', '--rounds', '1', '--matches', '60', '--threads', '2']
    const { code, err } = await evenhand(args, { cwd, own: true })
    expect(err).toMatch(/bad\.js:6:\d+: drew from Math\.random or crypto/)
    expect(code).toBe(1)
  })
})

it('a game whose module leaves a promise behind that is rejected late is told so once, and played to the end', async () => {
  const text = `setTimeout(() => Promise.reject(new Error('boom')), 300)\n${changed('')}`
  const args = ['play', './bad.js', '--agents', 'random', '--matches', '4000', '--no-keep', '--json']
  const { code, out, err } = await evenhand(args, { cwd: own({ 'bad.js': text }), own: true })
  expect(err).toMatch(
    /^evenhand: bad\.js:1:\d+: boom, in a promise or timer that ran late; .*; it changes no result$/m,
  )
  expect(err.match(/boom/g)).toHaveLength(1)
  expect(JSON.parse(out)).toMatchObject({ complete: true, summary: [{ matches: 4000 }] })
  expect(code).toBe(0)
})

describe('a game that throws late', () => {
  const cards = (guess: string): string => `export default { id: 'cards', seats: ['ann', 'bob'],
    setup: () => ({ hands: [0, 0], gone: [] }),
    toMove: ({ hands, gone }) => (hands.includes(0) && gone.length === 0 ? 'chance' : gone.length),
    chance: ({ hands }) => [1, 2, 3].filter(card => !hands.includes(card)).map(move => ({ move })),
    moves: ({ hands, gone }) => [hands[gone.length], -hands[gone.length]],
    apply: (state, card, { seat }) => {
      if (seat < 0) { state.hands[state.hands.indexOf(0)] = card; return }
      if (state.gone.includes(card)) throw new Error('card ' + card + ' is played twice')
      state.gone.push(card)
    },
    outcome: ({ gone }) => (gone.length < 2 ? null : { scores: gone }),
    view: (state, { seat }) => ({ ...state, hands: state.hands.map((card, owner) => (owner === seat ? card : 0)) }),
    determinize: (view, { random }) => ({ ...view, hands: view.hands.map(card => card || ${guess}) }) }`
  const play = (text: string, agents: string) =>
    evenhand(['play', './bad.mjs', '--agents', agents, '--matches', '40', '--threads', '1', '--no-keep'], {
      cwd: own({ 'bad.mjs': text }),
      own: true,
    })

  it('in a guess of a search is told with the guesser, the moves before, and what to do', async () => {
    const { code, err } = await play(cards('random.pick([1, 2, 3])'), 'mcts:iterations=50')
    expect(err).toMatch(
      /^evenhand: the game fails in \d+ of \d+ blocks of mcts:iterations=50 vs mcts:iterations=50, more than the limit: bad\.mjs:8:\d+: card -?\d is played twice, when mcts had to decide for ann, during its search, in a guess at hidden information, reached by 2 moves: chance \d, chance \d; in block \d+, rotation \d of default; evenhand check-game \S+bad\.mjs --matches 2000/m,
    )
    expect(code).toBe(1)
  })

  it('in a match is told with the last moves', async () => {
    const late = cards('0').replace(
      'if (state.gone.includes(card))',
      'if (card === -1 && state.gone[0] === 3)',
    )
    const { code, err } = await play(late, 'random')
    expect(err).toMatch(
      /card -1 is played twice, reached by 4 moves: chance 3, chance 1, ann 3, bob -1; in block \d+, rotation \d of default; evenhand check-game/,
    )
    expect(code).toBe(1)
  })
})
