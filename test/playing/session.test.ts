import { describe, expect, it } from 'vitest'
import { type CompiledGame, newState } from '../../engine/contract/index.ts'
import { derive, RNG_WORDS, rootOf } from '../../engine/rng.ts'
import { seenOf } from '../../sim/playing/position.ts'
import { HUMAN } from '../../sim/playing/protocol.ts'
import { Session } from '../../sim/playing/session.ts'
import { GAMES, gameCalled, people, picker, playOn } from './games.ts'

/**
 * Has an agent choose one way and the other where a person sees the same view. Counts such choices, and those after
 * which the person sees a difference.
 */
function hiddenChoices(game: CompiledGame, see: (session: Session) => unknown) {
  const agents = game.info.seats.map((_, seat) => (seat === 0 ? HUMAN : 'random'))
  const legal = new Int32Array(game.info.legalMax)
  let [hidden, leaks] = [0, 0]
  for (let n = 0; n < 10; n++) {
    const session = new Session(game, agents, `match ${n}`)
    playOn(
      session,
      picker(`moves ${n}`),
      () => session.decisions.length > 2 * n && session.question() !== null,
    )
    const question = session.question()
    if (!question) continue
    const count = game.legal(question.state, question.seat, legal)
    const [one, other] = [legal[1 % count]!, legal[count - 1]!].map(action => {
      const after = new Session(game, agents, `match ${n}`)
      after.restore(written(session))
      after.answer(question, action)
      return after
    })
    if (one!.state.join() === other!.state.join()) continue
    if (one!.viewOf(one!.state, 0).join() !== other!.viewOf(other!.state, 0).join()) continue
    hidden++
    if (JSON.stringify(see(one!)) !== JSON.stringify(see(other!))) leaks++
  }
  return { hidden, leaks }
}

const written = (session: Session): string[] => session.decisions.map(one => one.written)

describe.each(GAMES)('a match of %s', name => {
  it('is played to its end by people, and by a person against agents', async () => {
    const game = await gameCalled(name)
    for (const agents of [people(game), game.info.seats.map((_, seat) => (seat === 1 ? HUMAN : 'random'))]) {
      const session = new Session(game, agents, 'a match')
      playOn(session, picker(name))
      const again = new Session(game, agents, 'a match')
      playOn(again, picker(name))
      expect(session.isOver).toBe(true)
      expect(written(again)).toEqual(written(session))
      const { phase, viewer, status, moves } = seenOf(session)
      expect({ phase, viewer, moves }).toEqual({ phase: 'over', viewer: null, moves: [] })
      expect(status).toMatch(/\w/)
    }
  })

  it('shows the person to move every legal move, and goes back by one decision', async () => {
    const game = await gameCalled(name)
    const agents = game.info.seats.map((_, seat) => (seat === 0 ? HUMAN : 'random'))
    const session = new Session(game, agents, 'a match')
    const pick = picker(name)
    const made: string[][] = []
    for (let n = 0; n < 6; n++) {
      playOn(session, pick, () => session.person !== null)
      if (session.isOver) break
      made.push([...written(session), ...session.plan.map(({ told }) => told)])
      const seen = seenOf(session)
      expect(seen.moves.map(({ id }) => id)).toEqual(session.legal())
      expect(new Set(seen.moves.map(move => move.written)).size).toBe(seen.moves.length)
      if (seen.plan?.isComplete) session.seal()
      else session.choose(session.legal()[pick(seen.moves.length)]!)
    }
    while (session.canTakeBack) session.takeBack()
    playOn(session, pick, () => session.person !== null)
    expect(written(session)).toEqual(made[0])
    expect(session.plan).toEqual([])
  })
})

describe('what others hide', () => {
  it.each(['elephant-men', 'goofspiel', 'matrix-game'])('is sealed in %s', async name => {
    const game = await gameCalled(name)
    const played = (plan: number): string[] => {
      const session = new Session(game, people(game), 'secrets')
      session.uncover()
      expect(session.person).toBe(0)
      const pick = picker(`plan ${plan}`)
      const own: string[] = []
      while (session.person === 0) {
        const legal = session.legal()
        if (legal.length === 0) session.seal()
        else session.choose(legal[pick(legal.length)]!)
        if (session.person === 0) own.push(JSON.stringify(session.plan))
      }
      const seen: string[] = [JSON.stringify(seenOf(session))]
      session.uncover()
      const first = picker('the other seat')
      for (;;) {
        seen.push(JSON.stringify(seenOf(session)))
        const legal = session.legal()
        if (legal.length === 0) return [...seen, `own: ${own.join()}`]
        session.choose(legal[first(legal.length)]!)
      }
    }
    const plans = [1, 2, 3, 4].map(played)
    expect(new Set(plans.map(all => all.at(-1))).size).toBeGreaterThan(1)
    for (const all of plans) expect(all.slice(0, -1)).toEqual(plans[0]!.slice(0, -1))
  })

  it('by agents shows nowhere in elephant-men', async () => {
    const game = await gameCalled('elephant-men')
    const { hidden, leaks } = hiddenChoices(game, seenOf)
    expect(hidden).toBeGreaterThan(5)
    expect(leaks).toBe(0)
    // A page that showed the position itself, or the last decision, would be found out.
    expect(hiddenChoices(game, session => session.state.join()).leaks).toBe(hidden)
    expect(hiddenChoices(game, session => session.decisions.at(-1)!.told).leaks).toBe(hidden)
  })

  it('is covered between people', async () => {
    const game = await gameCalled('elephant-men')
    const session = new Session(game, people(game), 'secrets')
    expect(seenOf(session)).toMatchObject({ phase: 'cover', viewer: null, next: 0, moves: [], board: null })
    expect(() => session.choose(0)).toThrow('the screen is covered')
  })

  it.each(['kuhn-poker', 'liars-dice', 'prestige'])(
    'is the same to see, whatever it is, in %s',
    async name => {
      const game = await gameCalled(name)
      const rng = new Int32Array(RNG_WORDS)
      let hidden = 0
      for (let n = 0; n < 5; n++) {
        const session = new Session(game, people(game), `match ${n}`)
        let met = 0
        const isHiding = () => session.viewOf(session.state, 0).join() !== session.state.join()
        playOn(session, picker(`moves ${n}`), () => session.person === 0 && isHiding() && met++ === n)
        if (session.isOver) continue
        const view = session.viewOf(session.state, 0)
        const guesses = Array.from({ length: 8 }, (_, guess) => {
          const state = newState(game.info)
          derive(rng, rootOf('guesses'), guess, 0)
          game.determinize(view, 0, rng, state)
          const guessed = new Session(game, people(game), 'guessed', { state, steps: session.steps })
          guessed.uncover()
          return { seen: JSON.stringify(seenOf(guessed)), state: state.join() }
        })
        expect(new Set(guesses.map(({ seen }) => seen)).size).toBe(1)
        if (new Set(guesses.map(({ state }) => state)).size > 1) hidden++
      }
      expect(hidden).toBeGreaterThan(0)
    },
  )

  it.each(['kuhn-poker', 'leduc-poker', 'liars-dice'])('is dealt in %s', async name => {
    // Whatever chance and the other seat hide, the same view is the same bytes.
    const game = await gameCalled(name)
    const bytes = new Map<string, Set<string>>()
    let same = 0
    for (let n = 0; n < 40; n++) {
      const session = new Session(game, people(game), `deal ${n}`)
      const pick = picker('moves')
      playOn(session, pick, () => session.person === 0 && !session.isCovered)
      if (session.isOver) continue
      const own = newState(game.info)
      game.observe(session.state, 0, own)
      const view = own.join()
      const seen = bytes.get(view) ?? new Set()
      same += seen.size > 0 ? 1 : 0
      seen.add(JSON.stringify(seenOf(session)))
      bytes.set(view, seen)
    }
    expect(same).toBeGreaterThan(5)
    for (const seen of bytes.values()) expect(seen.size).toBe(1)
  })
})

describe('a plan', () => {
  const offered = (session: Session, text: string) =>
    seenOf(session).moves.find(({ written }) => written === text)
  const plan = (session: Session, ...texts: string[]) => {
    for (const text of texts) session.choose(offered(session, text)!.id)
  }

  it('takes orders in any order, each where it belongs, and is sealed by doing no more', async () => {
    const game = await gameCalled('elephant-men', 'v0.2')
    const session = new Session(game, [HUMAN, 'random'], 'plans')
    plan(session, '2 f3>f4', '1 c3>c4')
    // The soldier of c3 has its order of phase 1 already, that of d3 has none.
    expect([offered(session, '1 c3>b3'), offered(session, '1 d3>d4')?.places]).toEqual([
      undefined,
      ['d3', 'd4'],
    ])
    expect(seenOf(session).plan).toMatchObject({
      places: [
        ['c3', 'c4'],
        ['f3', 'f4'],
      ],
      isComplete: false,
      done: 0,
    })
    session.seal()
    expect(written(session)).toEqual(['1 c3>c4', '2 f3>f4', 'done'].map(text => `white ${text}`))
  })

  it('is told phase by phase once it is carried out', async () => {
    const game = await gameCalled('elephant-men', 'v0.2')
    const session = new Session(game, [HUMAN, HUMAN], 'plans')
    session.uncover()
    plan(session, '1 c3>c4', '3 d3>d4')
    session.seal()
    session.uncover()
    session.seal()
    session.uncover()
    const told = seenOf(session).story
    expect(told.map(({ title }) => title)).toEqual(['Turn 1, phase 1', 'Turn 1, phase 2', 'Turn 1, phase 3'])
    expect(told.map(({ lines }) => lines[0])).toEqual([
      expect.stringContaining('white soldier on c3, move to c4'),
      'no orders',
      expect.stringContaining('white soldier on d3, move to d4'),
    ])
  })
})
