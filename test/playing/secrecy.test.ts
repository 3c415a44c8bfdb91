/**
 * What a seat may not know is in nothing that it gets. Matches that differ only in what others hide are compared byte
 * by byte: the page, the text of the terminal, what an agent in that place sees, and what a server sends.
 */
import { afterAll, describe, expect, it, test } from 'vitest'
import { type CompiledGame, newState, type Seat } from '../../engine/contract/index.ts'
import { seatsIn } from '../../engine/laws/index.ts'
import { loadGame } from '../../engine/registry/index.ts'
import { derive, RNG_WORDS, rootOf } from '../../engine/rng.ts'
import type { Live } from '../../library/index.ts'
import { serveTable } from '../../library/playing/server.ts'
import { PlayTable } from '../../library/playing/table.ts'
import { drawn } from '../../reports/page/index.ts'
import { pictureText, seenOf } from '../../sim/playing/position.ts'
import { HUMAN, type Position } from '../../sim/playing/protocol.ts'
import { Session } from '../../sim/playing/session.ts'
import { gameCalled, picker } from './games.ts'

type Pick = (count: number) => number

/** Lets whoever is due decide once: a step of a plan, a seal, or an answer. Returns the seat and what it did. */
function step(session: Session, pickOf: (seat: Seat) => Pick): { seat: Seat; action: number } {
  const question = session.question()
  if (question) {
    const { seat, state } = question
    const legal = new Int32Array(session.game.info.legalMax)
    const action = legal[pickOf(seat)(session.game.legal(state, seat, legal))]!
    session.answer(question, action)
    return { seat, action }
  }
  session.uncover()
  const seat = session.person!
  const legal = session.legal()
  const isEnough = session.plan.length > 0 && session.done !== null
  const action = legal.length === 0 || isEnough ? -1 : legal[pickOf(seat)(legal.length)]!
  if (action < 0) session.seal()
  else session.choose(action)
  return { seat, action }
}

/** Everything that reaches the screen. */
const pageOf = (session: Session): string =>
  JSON.stringify([drawn(session.game, seenOf(session) as Position), pictureText(session, 80)])

/** What a seat sees now: the screen if it may look, or an agent's view at its decision; null for nothing. */
function gets(session: Session, seat: Seat): string | null {
  if (session.agents[seat] === HUMAN)
    return session.isCovered || session.viewer === seat ? pageOf(session) : null
  const question = session.question()
  return question?.seat === seat ? session.viewOf(question.state, seat).join() : null
}

/** Pages and truths by what a seat may know: two pages under one key are a leak. */
class Looks {
  readonly #found = new Map<string, { readonly pages: Set<string>; readonly truths: Set<string> }>()

  add(key: unknown, page: string | null, truth: unknown): void {
    if (page === null) return
    const name = JSON.stringify(key)
    const { pages, truths } = this.#found.get(name) ?? { pages: new Set(), truths: new Set() }
    this.#found.set(name, { pages: pages.add(page), truths: truths.add(JSON.stringify(truth)) })
  }

  /** How often others hid one thing or another. */
  get hidden(): number {
    return [...this.#found.values()].filter(({ truths }) => truths.size > 1).length
  }

  /** Where two pages part. */
  get leaks(): string[] {
    return [...this.#found].flatMap(([name, { pages }]) => {
      const [one, other] = [...pages]
      if (other === undefined) return []
      const at = [...other].findIndex((letter, i) => letter !== one![i])
      return [one!, other].map(page => `${name.slice(0, 80)}: ${page.slice(Math.max(0, at - 60), at + 60)}`)
    })
  }
}

/** Each seat as the only person, as one of people at one screen, and as an agent among agents. */
function casts({ info }: CompiledGame): { viewer: Seat; agents: string[] }[] {
  return [...info.seats.keys()].flatMap(viewer => [
    { viewer, agents: info.seats.map((_, seat) => (seat === viewer ? HUMAN : 'random')) },
    { viewer, agents: info.seats.map(() => HUMAN) },
    { viewer, agents: info.seats.map(() => 'random') },
  ])
}

/** A match up to the start of a phase in which several seats decide, or its end. */
function phaseOf(game: CompiledGame, agents: readonly string[], seed: string, begun: number): Session {
  const session = new Session(game, agents, seed)
  const pick = picker(seed)
  const isDue = (): boolean =>
    session.decisions.length >= begun && seatsIn(game, game.toMove(session.state)).length > 1
  while (!session.isOver && !isDue()) {
    // To the start of the next phase.
    const { length } = session.moments
    while (!session.isOver && session.moments.length === length) step(session, () => pick)
  }
  return session
}

const PHASES = [0, 12]
const VARIANTS = 3

/** What each seat sees while others seal decisions in the same phase, whatever they seal. */
function sealedLooks(game: CompiledGame): Looks {
  const looks = new Looks()
  for (const [cast, { agents, viewer }] of casts(game).entries())
    for (const begun of PHASES)
      for (let variant = 0; variant < VARIANTS; variant++) {
        const session = phaseOf(game, agents, `match ${begun}`, begun)
        // Who still owes a decision of this phase: the session's own idea of a phase rests on views, which may leak.
        let owing = game.toMove(session.state)
        const [own, others] = [picker('own'), picker(`others ${variant}`)]
        const done: { own: number[]; others: number[] } = { own: [], others: [] }
        for (let steps = 0; steps < 40 && !session.isOver && owing !== 0; steps++) {
          const key = [cast, begun, done.own, session.isCovered && session.person]
          looks.add(key, gets(session, viewer), done.others)
          const { length } = session.moments
          const { seat, action } = step(session, one => (one === viewer ? own : others))
          if (seat === viewer) done.own.push(action)
          else done.others.push(seat, action)
          const mask = game.toMove(session.state)
          const isAsked = agents[seat] === HUMAN ? session.person === seat : ((mask >> seat) & 1) === 1
          if (!isAsked) owing &= ~(1 << seat)
          const isPublic = session.moments.length > length && mask === 1 << seat
          if (isPublic || (agents[seat] !== HUMAN && (mask & owing) !== mask)) break
        }
      }
  return looks
}

const MATCHES = 80
const GUESSES = 4
const STEPS = 3

/** What each seat gets in matches in which it saw the same views at all times. */
function dealtLooks(game: CompiledGame): Looks {
  const looks = new Looks()
  const look = (group: unknown, session: Session, viewer: Seat): void => {
    const views = [...session.moments.map(({ state }) => state), session.planned()].map(state =>
      session.viewOf(state, viewer).join(),
    )
    const own = session.decisions.filter(({ seat }) => seat === viewer).map(({ written }) => written)
    const seats = session.moments.map(({ decisions }) => decisions.map(({ seat }) => seat))
    looks.add([group, viewer, views, own, seats], gets(session, viewer), session.state.join())
  }
  const rng = new Int32Array(RNG_WORDS)
  for (const viewer of game.info.seats.keys()) {
    const agents = game.info.seats.map((_, seat) => (seat === viewer ? HUMAN : 'random'))
    for (let n = 0; n < MATCHES; n++) {
      const session = new Session(game, agents, `deal ${n}`)
      const pick = picker('moves')
      // Small games are over soon, large ones begin slowly.
      const most = n % 2 === 0 ? n % 6 : n
      for (let steps = 0; steps < most && !session.isOver; steps++) step(session, () => pick)
      if (session.isOver) continue
      look('deals', session, viewer)
      const view = session.viewOf(session.state, viewer)
      if (view.join() === session.state.join()) continue
      for (let guess = 0; guess < GUESSES; guess++) {
        const state = newState(game.info)
        derive(rng, rootOf('guesses'), guess, n)
        game.determinize(view, viewer, rng, state)
        const guessed = new Session(game, agents, 'guessed', { state, steps: session.steps })
        const again = picker('again')
        for (let steps = 0; steps < STEPS && !guessed.isOver; steps++) {
          look(n, guessed, viewer)
          step(guessed, () => again)
        }
      }
    }
  }
  return looks
}

const SEALING: readonly (readonly [game: string, ruleset: string | undefined])[] = [
  ['elephant-men', undefined],
  ['elephant-golems', undefined],
  ['prestige', 'two'],
  ['prestige', 'four'],
  ['goofspiel', undefined],
  ['oshi-zumo', undefined],
  ['matrix-game', undefined],
]
const DEALING: readonly (readonly [game: string, changes: Record<string, unknown>])[] = [
  ['kuhn-poker', {}],
  ['leduc-poker', {}],
  ['liars-dice', {}],
  ['goofspiel', { bids: 'hidden' }],
  ['prestige', {}],
]

describe('what others seal', () => {
  it.each(SEALING)('reaches nobody before it is carried out: %s %s', async (name, ruleset) => {
    const looks = sealedLooks(await gameCalled(name, ruleset))
    expect(looks.hidden).toBeGreaterThan(1)
    expect(looks.leaks).toEqual([])
  })
})

describe('what others were dealt, or did in secret', () => {
  it.each(DEALING)('reaches nobody who has seen the same: %s %o', async (name, changes) => {
    const looks = dealtLooks(await gameCalled(name, undefined, changes))
    expect(looks.hidden).toBeGreaterThan(1)
    expect(looks.leaks).toEqual([])
  })
})

describe('a server sends the same bytes', () => {
  const open: Live[] = []
  afterAll(async () => {
    for (const live of open) await live.close()
  })

  async function serve(name: string, agents: readonly string[], seed: string): Promise<string> {
    const game = await loadGame(name)
    const table = await PlayTable.open({
      game,
      ruleset: game.ruleset,
      changes: {},
      agents,
      seed,
      folder: null,
    })
    const live = await serveTable(table)
    open.push(live)
    return live.url
  }

  /** All that a page hears once nobody thinks. */
  async function heard(url: string): Promise<string> {
    for (let after = -1; ; ) {
      const text = await (await fetch(`${url}position?after=${after}`)).text()
      const { phase, version, working } = JSON.parse(text) as Position
      if (phase !== 'thinking' && working.length === 0) return text
      after = version
    }
  }

  async function act(url: string, act: object): Promise<string> {
    const { version } = JSON.parse(await heard(url)) as Position
    const headers = { 'Content-Type': 'application/json' }
    await fetch(`${url}act`, { method: 'POST', headers, body: JSON.stringify({ version, ...act }) })
    return await heard(url)
  }

  test('whatever card the other has, with hints and odds', async () => {
    const game = await gameCalled('kuhn-poker')
    const dealt = new Map<string, string>()
    for (let n = 0; dealt.size < 2; n++) {
      const session = new Session(game, [HUMAN, 'random'], `deal ${n}`)
      const [own, other] = session.decisions.map(({ written }) => written)
      if (own?.endsWith('2') || own?.endsWith('Q')) dealt.set(other!, `deal ${n}`)
    }
    const all = []
    for (const seed of dealt.values()) {
      const url = await serve('kuhn-poker', ['human', 'greedy'], seed)
      all.push([
        await heard(url),
        await act(url, { act: 'hint' }),
        await act(url, { act: 'evaluate', on: true }),
      ])
    }
    expect(all[0]![2]).toMatch(/"hint":\{.*"evaluation":\{/)
    expect(all[0]).toEqual(all[1])
  })

  test('whatever the other sealed at the same screen', async () => {
    const all = []
    for (const from of ['1 c3>c4', '1 f3>f4']) {
      const url = await serve('elephant-men', ['human', 'human'], 'one')
      const { moves } = JSON.parse(await act(url, { act: 'uncover' })) as Position
      await act(url, { act: 'choose', move: moves.find(({ written }) => written === from)!.id })
      const texts = [await act(url, { act: 'seal' }), await act(url, { act: 'uncover' })]
      texts.push(await act(url, { act: 'evaluate', on: true }))
      all.push([
        ...texts,
        await (await fetch(`${url}rules`)).text(),
        await (await fetch(`${url}played`)).text(),
      ])
    }
    expect(all[0]).toEqual(all[1])
  })
})
