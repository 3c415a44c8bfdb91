/** Games that break a law on purpose, each beside the right one: the law suite finds what is wrong, and nothing else. */
import { describe, expect, it } from 'vitest'
import {
  CHANCE,
  type CompiledGame,
  type Ending,
  type GameBoard,
  type GameInfo,
  type GameText,
  type GameType,
  type Holding,
  newEvents,
  type Seat,
  type State,
  sampleStep,
  WIN_UNITS,
  type WordRange,
  wrapGame,
} from '../../engine/contract/index.ts'
import { HP } from '../../engine/elephant-men/state/layout.ts'
import { GOLD } from '../../engine/frontline/state.ts'
import { LawError, lawsOf } from '../../engine/laws/index.ts'
import { next } from '../../engine/rng.ts'
import { classicOf } from '../classics/load.ts'
import { gameOf as gameOfElephants } from '../elephant-men/load.ts'
import { gameOf } from '../frontline/load.ts'
import { gameOf as prestigeOf } from '../prestige/load.ts'
import { anyCard, hiddenCard, lowestCard } from './broken/hidden-card.ts'
import { paysLoser, pennies, winOfNobody } from './broken/pennies.ts'
import { anyBid, highBid, sealedBid } from './broken/sealed-bid.ts'

const kuhn = classicOf('kuhn-poker')
const nim = classicOf('nim')
const lane = gameOf('lean', { cells: 5, turns: 8 })

/** What the laws that a game breaks say, by their names. */
function breachesOf(game: CompiledGame): Map<string, string> {
  const breaches = new Map<string, string>()
  for (const { name, check } of lawsOf(game, { exactGuesses: true }))
    try {
      check()
    } catch (error) {
      expect(error).toBeInstanceOf(LawError)
      breaches.set(name, (error as LawError).message)
    }
  return breaches
}

function withInfo(game: CompiledGame, info: Partial<GameInfo>): CompiledGame {
  return wrapGame(game, { info: { ...game.info, ...info } })
}

function withType(game: CompiledGame, type: Partial<GameType>): CompiledGame {
  return withInfo(game, { type: { ...game.info.type, ...type } })
}

function withKind(game: CompiledGame, kind: Ending['kind']): CompiledGame {
  return withInfo(game, { endings: game.info.endings.map(ending => ({ ...ending, kind })) })
}

/** The same game, whose returns are these wherever it ends. */
function paying(game: CompiledGame, returns: readonly number[]): CompiledGame {
  return wrapGame(withInfo(game, { gauges: game.info.gauges.map(({ decides: _, ...gauge }) => gauge) }), {
    result: (state, out) => {
      const ending = game.result(state, out)
      out.set(returns)
      return ending
    },
  })
}

type Fused = NonNullable<CompiledGame['sampleStep']>

/** The game with a fused path of its own, which gets the plain one to call. */
function fusing(game: CompiledGame, sample: (plain: Fused) => Fused): CompiledGame {
  return wrapGame(game, {
    sampleStep: sample((state, rngs, events) => sampleStep(game, state, rngs, events)),
  })
}

describe('right games', () => {
  it.each([hiddenCard, sealedBid, pennies, lane])('$info.id keeps all laws', game => {
    expect([...breachesOf(game)]).toEqual([])
  })

  it.each([hiddenCard, sealedBid, pennies, lane])('$info.id keeps them when it is wrapped, twice', game => {
    expect([...breachesOf(wrapGame(wrapGame(game, {}), {}))]).toEqual([])
  })
})

describe('fused paths', () => {
  const games = [hiddenCard, sealedBid, pennies, lane].map(game => fusing(game, plain => plain))

  it.each(games)('$info.id with a fused path keeps all laws, wrapped or not', game => {
    expect([...breachesOf(game)]).toEqual([])
    expect(wrapGame(game, {}).sampleStep).toBeDefined()
    expect([...breachesOf(wrapGame(game, {}))]).toEqual([])
  })

  it.each(['toMove', 'legal', 'chanceWeights', 'sample', 'apply', 'resolve'] as const)(
    'a wrapper with a %s of its own is not bypassed by the fused path of the game inside',
    key => {
      for (const game of games) {
        const wrapped = wrapGame(wrapGame(game, {}), { [key]: game[key] })
        expect(wrapped.sampleStep).toBeUndefined()
        expect(wrapGame(wrapped, {}).sampleStep).toBeUndefined()
      }
    },
  )

  it.each(['toMove', 'passive', 'apply', 'resolve', 'gauge', 'result'] as const)(
    'a wrapper with a %s of its own does not take the word of the game inside for what is idle',
    key => {
      const game = gameOfElephants('v0.2')
      expect(wrapGame(game, { legal: game.legal }).isIdle).toBeDefined()
      expect(wrapGame(wrapGame(game, {}), { [key]: game[key] }).isIdle).toBeUndefined()
    },
  )

  it.each(['toMove', 'apply', 'resolve'] as const)(
    'a wrapper with a %s of its own does not take the word of the game inside for who is out',
    key => {
      const game = prestigeOf('three')
      expect(wrapGame(game, { legal: game.legal }).out).toBeDefined()
      expect(wrapGame(wrapGame(game, {}), { [key]: game[key] }).out).toBeUndefined()
    },
  )

  it.each(['observe', 'determinize'] as const)(
    'a wrapper with a %s of its own does not take the word of the game inside for what is revealed',
    key => {
      const game = wrapGame(kuhn, { isRevealed: () => false })
      expect(wrapGame(game, { legal: game.legal }).isRevealed).toBeDefined()
      expect(wrapGame(wrapGame(game, {}), { [key]: game[key] }).isRevealed).toBeUndefined()
    },
  )

  it('a wrapper that changes nothing of random play, or brings a fused path, has one', () => {
    const [game] = games
    expect(wrapGame(game!, { passive: () => 0, info: game!.info }).sampleStep).toBeDefined()
    const own: Fused = () => 0
    expect(wrapGame(game!, { apply: () => {}, sampleStep: own }).sampleStep).toBe(own)
  })
})

const TYPE = 'play agrees with info.type'
const CHANCES = 'a game has chanceWeights if its type declares explicit chance, and only then'
const PASSIVE = 'the passive action is a legal action, and always the same one'
const POSSIBLE = 'play from the start can reach every guess, with the same view'
const FAIR = 'guesses are as likely as random play makes them, view by view'
const WORDS = 'guesses are as likely as random play makes them, word by word'
const PAIRS = 'guesses are as likely as random play makes them, pair by pair of words'
const OPENING = 'before any choice, guesses occur as often as chance deals them'
const OPENING_FAIR = `${OPENING}, view by view`
const OPENING_WORDS = `${OPENING}, word by word`
const OPENING_PAIRS = `${OPENING}, pair by pair of words`
const RETURNS = 'returns divide one whole win in a way that the kind of ending allows'
const DIRTY = "the previous contents of a buffer don't matter"
const DECIDES = 'the seat with the highest deciding gauge wins'
const PAYOFF = 'payoffs add up to 0 and are positive for the winner'
const STEP = 'sampleStep plays a step exactly as the plain loop does: words, draws, decisions, events'
/** A game whose tokens tell all words that they are given, to those of whom `tells` says so. */
const telling = (tells: (view: State, seat: Seat) => boolean): CompiledGame =>
  wrapGame(kuhn, {
    info: { ...kuhn.info, learning: { tokens: kuhn.info.stateSize, aspects: 1 } },
    tokens: (view, seat, out) => {
      if (!tells(view, seat)) return 0
      out.set(view)
      return view.length
    },
    aspects: (_view, _seat, action, out) => {
      out[0] = action
      return 1
    },
  })

const TOLD =
  'tokens and aspects stay within their limits and depend only on what a seat knows, so that a guess has those of its view'
const USES = "uses depends only on what the seat knows, and doesn't change the state"
const USED_BY = 'every asset group with counted uses has a decision that uses it, unless it is automatic'
/** Where Kuhn poker keeps the cards. */
const CARD = 2
const IDLE = 'if everybody is passive, an idle action leads to the same gauges and returns as the passive one'
const LENT = 'sampleStep stays within its buffers'
const ALIKE = 'views that agree in the words of info.identifying agree in all words'
const RANGES = 'info.identifying lists words of a view'
const elephants = gameOfElephants('v0.2')
/** The identifying words of a game but for one. */
const without = ({ info }: CompiledGame, word: number): WordRange[] =>
  info.identifying!.flatMap(({ from, to }) =>
    word < from || word >= to
      ? [{ from, to }]
      : [
          { from, to: word },
          { from: word + 1, to },
        ].filter(range => range.from < range.to),
  )
const FIXED = 'with text.fixedFormat, the text of an action depends only on seat and action'

const LOOKED = "reading a state doesn't change it"
const REVEALED = "where isRevealed returns true, a seat's view and guess equal the state"

let calls = 0

const BROKEN: readonly (readonly [string, CompiledGame, Readonly<Record<string, RegExp>>])[] = [
  [
    'identifying words without who holds which card',
    withInfo(kuhn, { identifying: [{ from: CARD + 2, to: kuhn.info.stateSize }] }),
    {
      [ALIKE]:
        /^broken: .*: word \d of a view of \w+ that agrees with another one in the words of info.identifying is \d+; expected \d+$/,
    },
  ],
  [
    'identifying words without the first hit points',
    withInfo(elephants, { identifying: without(elephants, HP) }),
    {
      [ALIKE]:
        /: word \d+ of a view of \w+ that agrees with another one in the words of info.identifying is \d+; expected \d+$/,
    },
  ],
  [
    'identifying words beyond the last one',
    withInfo(kuhn, { identifying: [{ from: 0, to: kuhn.info.stateSize + 1 }] }),
    {
      [RANGES]:
        /: info.identifying has the words from 0 to \d+ after 0; expected ascending ranges within \d+ words$/,
    },
  ],
  [
    'identifying words in descending ranges',
    withInfo(kuhn, {
      identifying: [
        { from: 2, to: kuhn.info.stateSize },
        { from: 0, to: 2 },
      ],
    }),
    { [RANGES]: /: info.identifying has the words from 0 to 2 after \d+; expected ascending ranges/ },
  ],
  [
    'no identifying words',
    withInfo(kuhn, { identifying: [] }),
    { [RANGES]: /: info.identifying is empty; expected/, [ALIKE]: /agrees with another one/ },
  ],
  [
    'a game that says that nothing is hidden, though cards are',
    wrapGame(kuhn, { isRevealed: () => true }),
    {
      [REVEALED]: /^broken: .*: word \d of \w+'s view of a revealed position is -?\d+; expected \d+$/,
    },
  ],
  [
    'a game that says that nothing is hidden, and guesses what everybody sees',
    wrapGame(nim, {
      isRevealed: () => true,
      determinize: (view, seat, rng, out) => {
        nim.determinize(view, seat, rng, out)
        out[0]!++
      },
    }),
    {
      [REVEALED]: /^broken: .*: word 0 of \w+'s guess for a revealed position is \d+; expected \d+$/,
      'the view of a guess is the view that it was made from': /./,
      'views and guesses offer a seat the same actions as the state': /./,
      'with perfect information, a guess equals the view': /./,
    },
  ],
  [
    'a game that changes a position that it is asked about',
    wrapGame(nim, {
      isRevealed: state => {
        state[0]!++
        return false
      },
    }),
    { [LOOKED]: /the state after it was read/ },
  ],
  [
    'a guess that always takes the lowest card',
    lowestCard,
    {
      [FAIR]: /the real state was .* \d+ times, and it was guessed \d+ times/,
      [WORDS]: /word \d of the state was \d \d+ times only in play/,
      [PAIRS]: /words \d and \d of the state were equal \d+ times only in play/,
      [OPENING_FAIR]: /the real state was .* \d+ times, and it was guessed \d+ times/,
      [OPENING_WORDS]: /word \d of the state was \d \d+ times only in play/,
    },
  ],
  [
    'a guess that may take the own card',
    anyCard,
    {
      [POSSIBLE]: /play can't reach opener's guess/,
      [FAIR]: /./,
      [PAIRS]: /./,
      [OPENING_FAIR]: /./,
      [OPENING_PAIRS]: /./,
    },
  ],
  [
    'a guess that contradicts who won a bid',
    anyBid,
    { [POSSIBLE]: /play can't reach/, [FAIR]: /./, [PAIRS]: /./ },
  ],
  [
    'a guess that takes the highest bid too often',
    highBid,
    { [FAIR]: /left|right/, [WORDS]: /was [14] \d+ times only in play/, [PAIRS]: /./ },
  ],
  [
    'matching pennies that pays the loser',
    paysLoser,
    { [DECIDES]: /whose gauge right is \d+ .the highest is 1., gets 0 win units; expected 60/ },
  ],
  [
    'a win of nobody',
    winOfNobody,
    { [RETURNS]: /of kind win, with returns 30, 30; expected a winner/, [DECIDES]: /./ },
  ],
  [
    'a draw with a winner',
    paying(withKind(pennies, 'draw'), [45, 15]),
    { [RETURNS]: /of kind draw, with returns 45, 15; expected the fair share/ },
  ],
  [
    'a turn limit with a winner',
    paying(withKind(pennies, 'length'), [45, 15]),
    { [RETURNS]: /of kind length, with returns 45, 15/ },
  ],
  [
    'returns that do not add up',
    paying(pennies, [WIN_UNITS, WIN_UNITS]),
    { [RETURNS]: /add up to 120; expected 60 win units/ },
  ],
  [
    'two seats at once, said to be sequential',
    withType(pennies, { dynamics: 'sequential' }),
    { [TYPE]: /even and odd move at the same time/ },
  ],
  [
    'chance, said to be deterministic',
    withType(hiddenCard, { chance: 'deterministic' }),
    { [TYPE]: /it is the turn of chance/, [CHANCES]: /has a method/ },
  ],
  [
    'explicit chance without weights',
    withType(pennies, { chance: 'explicit' }),
    { [CHANCES]: /has no method/ },
  ],
  [
    'hidden cards, said to be perfect information',
    withType(hiddenCard, { information: 'perfect' }),
    {
      [TYPE]: /opener's view.* is -1; expected/,
      'with perfect information, a guess equals the view': /./,
    },
  ],
  [
    'secret bids, said to be perfect information',
    withType(sealedBid, { information: 'perfect' }),
    { [TYPE]: /holds UNKNOWN/, 'with perfect information, a guess equals the view': /./ },
  ],
  [
    'a passive action that is not legal',
    wrapGame(lane, { passive: () => 3 }),
    { [PASSIVE]: /passive action is 3; expected one of its legal actions/ },
  ],
  [
    'a passive action that changes',
    wrapGame(pennies, { passive: () => ++calls % 2 }),
    {
      [PASSIVE]: /the second call of passive/,
      'views and guesses offer a seat the same actions as the state': /passive returns/,
    },
  ],
  [
    'texts said to be fixed that change',
    wrapGame(lane, {
      text: {
        ...lane.text,
        format: (state, seat, action) => `${state[2]! % 3} ${lane.text.format(state, seat, action)}`,
        parse: (state, seat, text) => lane.text.parse(state, seat, text.slice(2)),
      },
    }),
    { [FIXED]: /is written .* earlier/ },
  ],
  [
    'a fused path that draws from the wrong generator',
    fusing(lane, plain => (state, rngs, events) => plain(state, [rngs[1]!, rngs[0]!], events)),
    { [STEP]: /of (the state|generator 0) after sampleStep with a generator for each seat/ },
  ],
  [
    'a fused path that plays no step further',
    fusing(lane, () => () => 0),
    { [STEP]: /with a generator for each seat/, [LENT]: /\d+ steps; expected at most stepMax/ },
  ],
  [
    'a fused path that takes all seats to have generators of their own',
    fusing(lane, plain => (state, rngs, events) => {
      const own = rngs.map(rng => rng.slice())
      const decisions = plain(state, own, events)
      for (const [seat, rng] of rngs.entries()) rng.set(own[seat]!)
      return decisions
    }),
    { [STEP]: /with one generator for all seats/ },
  ],
  [
    'a fused path that draws once more',
    fusing(lane, plain => (state, rngs, events) => {
      const decisions = plain(state, rngs, events)
      next(rngs[0]!)
      return decisions
    }),
    { [STEP]: /of generator 0 after sampleStep/ },
  ],
  [
    'a fused path that counts no events',
    fusing(lane, plain => (state, rngs) => plain(state, rngs, newEvents(lane.info))),
    { [STEP]: /of the events after sampleStep/ },
  ],
  [
    'a fused path that counts a decision too many',
    fusing(lane, plain => (state, rngs, events) => {
      const decisions = plain(state, rngs, events)
      return decisions < 0 ? decisions : decisions + 1
    }),
    { [STEP]: /sampleStep returns \d+ with a generator for each seat; expected \d+/ },
  ],
  [
    'a fused path that takes the end of a match for a step',
    fusing(lane, plain => (state, rngs, events) => Math.max(0, plain(state, rngs, events))),
    { [STEP]: /sampleStep returns 0 .* expected -1/, [LENT]: /\d+ steps; expected at most stepMax/ },
  ],
  [
    'a fused path that forgets the offset of its buffers',
    fusing(lane, plain => (state, rngs, events) => {
      new Int32Array(events.buffer, events.byteOffset + events.byteLength).fill(1)
      return plain(state, rngs, events)
    }),
    { [LENT]: /index \d+ of the events buffer was written/ },
  ],
  [
    'an attack that is said to be idle',
    wrapGame(gameOfElephants('v0.2'), { isIdle: () => true }),
    { [IDLE]: /of the outlook after (white|black)'s idle action \d+ is/ },
  ],
  [
    'a decision that uses what is automatic',
    wrapGame(lane, { uses: (_state, _seat, action) => action > 0 }),
    { [USES]: /unit super-soldier: the decision uses it/ },
  ],
  [
    'an asset by what others hide',
    wrapGame(kuhn, {
      uses: (state, seat, action, asset) => action === asset && state[CARD + 1 - seat] === 3,
    }),
    { [USES]: /uses returns (true|false) for the state and (true|false) for its view/ },
  ],
  [
    'assets that no decision uses',
    wrapGame(lane, { uses: () => false }),
    { [USED_BY]: /group unit were used, but no decision uses them/ },
  ],
  [
    'more tokens than there is room for',
    withInfo(lane, { learning: { ...lane.info.learning!, tokens: 8 } }),
    { [TOLD]: /tokens\[8\] is outside its 8 words/ },
  ],
  [
    'an action without aspects',
    wrapGame(lane, { aspects: () => 0 }),
    { [TOLD]: /0 aspects; expected 1 to 3/ },
  ],
  ['tokens of what others hide', telling(() => true), { [TOLD]: /tokens or aspects of \w+.s guess/ }],
  [
    'tokens of what others hide, told to who is not to move',
    telling((view, seat) => ((kuhn.toMove(view) >> seat) & 1) === 0),
    { [TOLD]: /tokens or aspects of \w+.s guess/ },
  ],
  [
    'tokens without aspects',
    wrapGame(pennies, { tokens: () => 0 }),
    {
      'a game has tokens, aspects and info.learning together, or none of them':
        /1 of tokens, aspects and info.learning; expected all/,
    },
  ],
  [
    'gauges that forget the offset',
    wrapGame(lane, { gauge: (state, out) => lane.gauge(state, out, 0) }),
    { [DIRTY]: /at an offset in a used buffer/ },
  ],
  [
    'gauges that clear the buffer',
    wrapGame(lane, {
      gauge: (state, out, at) => {
        out.fill(0)
        lane.gauge(state, out, at)
      },
    }),
    { [DIRTY]: /the buffer around the gauges/ },
  ],
  [
    'a gauge that decides an ending that there is not',
    withInfo(pennies, { gauges: [{ ...pennies.info.gauges[0]!, decides: ['never'] }] }),
    {
      'info is complete and consistent: sizes, seats, gauges, assets, roles and endings':
        /decides the ending never; expected one of shown/,
    },
  ],
  [
    'a payoff of which something is left over',
    withInfo(pennies, { gauges: [{ ...pennies.info.gauges[0]!, payoff: true }] }),
    { [PAYOFF]: /payoffs [01], [01] add up to 1; expected 0/ },
  ],
  [
    'a payoff to the loser',
    wrapGame(kuhn, {
      gauge: (state, out, at) => {
        kuhn.gauge(state, out, at)
        out[at]! *= -1
        out[at + 1]! *= -1
      },
    }),
    { [PAYOFF]: /with a payoff of [12], gets 0 win units; expected more than the fair share/ },
  ],
  [
    'two payoffs',
    wrapGame(withInfo(kuhn, { gauges: [...kuhn.info.gauges, { ...kuhn.info.gauges[0]!, id: 'more' }] }), {
      gauge: (state, out, at) => {
        kuhn.gauge(state, out, at)
        kuhn.gauge(state, out, at + 2)
      },
    }),
    {
      'info is complete and consistent: sizes, seats, gauges, assets, roles and endings':
        /2 gauges are payoffs/,
    },
  ],
  [
    'a guess that cannot be played on',
    wrapGame(hiddenCard, {
      apply: (state, seat, action, events) => {
        if (seat !== CHANCE && state[1] === state[2]) throw new Error('two of one card')
        hiddenCard.apply(state, seat, action, events)
      },
      determinize: anyCard.determinize,
    }),
    {
      'a match can be played to its end from every guess': /two of one card/,
      [POSSIBLE]: /./,
      [FAIR]: /./,
      [PAIRS]: /./,
      [OPENING_FAIR]: /./,
      [OPENING_PAIRS]: /./,
    },
  ],
]

describe('broken games', () => {
  it.each(BROKEN)('%s', (_name, game, expected) => {
    const breaches = breachesOf(game)
    expect([...breaches.keys()].sort()).toEqual(Object.keys(expected).sort())
    for (const [law, message] of Object.entries(expected)) expect(breaches.get(law)).toMatch(message)
  })

  it('an error of the game itself is reported with its place', () => {
    const game = wrapGame(lane, {
      sample: (state, seat, rng) => {
        if (state[2]! > 4) throw new TypeError('no such unit')
        return lane.sample(state, seat, rng)
      },
    })
    expect(breachesOf(game).get('sample draws the action that a random pick from legal would')).toMatch(
      /^broken: sample draws the action that a random pick from legal would, in random match 0 of seed "laws", after \d+ decisions and \d+ steps: the game threw TypeError: no such unit$/,
    )
  })

  it('dice that are guessed always the same are found in a game of which no view comes up twice', () => {
    const prestige = prestigeOf('two')
    const game = wrapGame(prestige, {
      determinize: (view, seat, _rng, out) => prestige.determinize(view, seat, new Int32Array(4), out),
    })
    const fair = (of: CompiledGame) =>
      lawsOf(of, { samples: 60, exactGuesses: true }).find(({ name }) => name === WORDS)!.check
    expect(fair(game)).toThrow(/only in the guess for the same view/)
    expect(fair(prestige)).not.toThrow()
  })

  it('a line that is too long for a terminal is found wherever people read it', () => {
    const long = 'x'.repeat(101)
    const broken = [
      { legend: long },
      { render: () => `short\n${long}` },
      { narrate: () => long },
      { narrate: (_: unknown, after: Int32Array) => String(after.fill(0)) },
    ]
    const messages = broken.map(texts => {
      const game = wrapGame(lane, { text: { ...lane.text, ...texts } })
      return breachesOf(game).get('texts for people have lines of at most 100 characters')
    })
    expect(messages).toEqual([
      expect.stringContaining('legend has a line of 101 characters'),
      expect.stringContaining('render has a line of 101 characters'),
      expect.stringContaining('narrate has a line of 101 characters'),
      expect.stringMatching(/word \d+ of the state after narrate is 0/),
    ])
  })

  it('words that do not tell decisions apart, or say nothing, are found', () => {
    const told = (tell: () => string) => {
      const game = wrapGame(lane, { text: { ...lane.text, tell } })
      return [...breachesOf(game).values()].join()
    }
    expect(told(() => 'recruits')).toMatch(/tell returns recruits for both actions 0 and \d/)
    expect(told(() => '')).toContain('tell returns ""')
  })

  it('decisions that touch places off the board are found', () => {
    const placed = (places: NonNullable<GameText['places']>, more: Partial<CompiledGame> = {}) =>
      breachesOf(wrapGame(lane, { ...more, text: { ...lane.text, places } })).get(
        'decisions name places of the board, in views as well as in states',
      )
    const observe = (state: State, _seat: Seat, view: State) => {
      view.set(state)
      view.fill(0, GOLD, GOLD + 2)
    }
    expect([
      placed(lane.text.places!),
      placed(() => ['nowhere']),
      placed(() => ['1', '1']),
      placed(state => [String(1 + (state.fill(0).length % 2))]),
      placed((state, seat) => [state[GOLD + seat] === 0 ? '1' : '2'], { observe }),
    ]).toEqual([
      undefined,
      expect.stringContaining('action 0 names the place nowhere'),
      expect.stringContaining('action 0 names the places 1, 1'),
      expect.stringContaining('the state after places'),
      expect.stringContaining('for the view of B'),
    ])
  })

  it('a board that says what its game does not know is found', () => {
    const board = lane.text.board!
    const changed = (change: Partial<GameBoard>) => {
      const game = wrapGame(lane, { text: { ...lane.text, board: { ...board, ...change } } })
      return breachesOf(game).get('board returns something that a page can draw')
    }
    const holding = (one: Holding) => ({
      at: (state: Int32Array) => ({
        ...board.at(state),
        holdings: board.places.map(() => one),
      }),
    })
    let calls = 0
    expect([
      changed({}),
      changed({ places: board.places.map(({ name }) => ({ name })) }),
      changed({ links: [[0, 99]] }),
      changed({ at: state => ({ ...board.at(state), holdings: [] }) }),
      changed(holding({ owner: 2, pieces: [] })),
      changed(holding({ pieces: [{ seat: 0, sign: '?' }] })),
      changed({ at: state => ({ ...board.at(state), standings: [`${calls++}`] }) }),
      changed({ at: state => board.at(state.fill(0)) }),
    ]).toEqual([
      undefined,
      expect.stringContaining('a place without coordinates on a board of family lane'),
      expect.stringContaining("a link doesn't join two places"),
      expect.stringContaining('0 holdings; expected'),
      expect.stringContaining('a place with the seats 2, 0'),
      expect.stringContaining('the sign "?"'),
      expect.stringContaining('two different boards for the same state'),
      expect.stringMatching(/word \d+ of the state after board.at is 0/),
    ])
  })

  it('a seat that is out and to move, or in again, is found', () => {
    const messages = [() => 1, () => 4, (state: Int32Array) => (state[2] === 1 ? 2 : 0)].map(out =>
      breachesOf(wrapGame(lane, { out })),
    )
    expect(messages.map(found => [...found.keys()])).toEqual(
      Array.from(messages, () => ['a seat that is out stays out']),
    )
    expect(messages.map(found => [...found.values()].join())).toEqual([
      expect.stringContaining('toMove returns 1, although seats 1 are out'),
      expect.stringContaining('out returns 4; expected a mask of seats within 3'),
      expect.stringContaining('that includes 2, the seats that were already out'),
    ])
  })

  it('a match without an end is reported', () => {
    const game = wrapGame(lane, { resolve: () => false })
    expect(lawsOf(game).find(({ name }) => name === TYPE)!.check).toThrow(
      /no end after 0 decisions and 0 steps/,
    )
  })

  it('the same seed checks the same positions, and another seed others', () => {
    const placeOf = (seed: string) => {
      const law = lawsOf(anyBid, { seed, exactGuesses: true }).find(({ name }) => name === FAIR)!
      try {
        law.check()
      } catch (error) {
        return (error as LawError).message
      }
    }
    expect(placeOf('a')).toBe(placeOf('a'))
    expect(placeOf('a')).not.toBe(placeOf('b'))
  })
})
