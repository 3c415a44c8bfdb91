import { describe, expect, it } from 'vitest'
import { seenOf } from '../../sim/playing/position.ts'
import { HUMAN } from '../../sim/playing/protocol.ts'
import { offerText, Session } from '../../sim/playing/session.ts'
import { GAMES, gameCalled, people, picker, playOn } from './games.ts'

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

describe('what a person is offered', () => {
  it.each([
    ['recruits nobody', 'Recruit nobody'],
    ['founds its capital at Quarry', 'Found your capital at Quarry'],
    ['passes', 'Pass'],
    ['raises 2 assault', 'Raise 2 assault'],
    ['goes to c3', 'Go to c3'],
    ['pass', 'Pass'],
    ['unit 3 retreats', 'Unit 3 retreats'],
  ])('is said to it: %s', (told, offer) => expect(offerText(told)).toBe(offer))

  it('and the story tells of others', async () => {
    const session = new Session(await gameCalled('frontline'), [HUMAN, HUMAN], 'a match')
    const [none] = seenOf(session).moves
    expect(none!.label).toBe('Recruit nobody')
    expect(session.toldOf(session.state, session.person!, none!.id)).toBe('recruits nobody')
  })

  it('with its missions and what they ask for', async () => {
    const game = await gameCalled('prestige')
    const session = new Session(game, [HUMAN, 'random'], 'missions')
    const { aims, story } = seenOf(session)
    const drawn = story.flatMap(({ lines }) =>
      lines.flatMap(line => /^red has the mission (.*)/.exec(line)?.[1] ?? []),
    )
    expect(aims.map(aim => aim.split(': ')[0])).toEqual(drawn)
    for (const aim of aims) expect(game.text.legend).toContain(`\n${aim}`)
  })

  it('with the doubts about a game, such as moves that were inferred', async () => {
    const game = Object.assign(await gameCalled('frontline'), { warnings: ['check its moves'] })
    expect(seenOf(new Session(game, [HUMAN, HUMAN], 'a match')).warnings).toEqual(['check its moves'])
  })
})

describe('what others hide', () => {
  it('is covered between people', async () => {
    const game = await gameCalled('elephant-men')
    const session = new Session(game, people(game), 'secrets')
    expect(seenOf(session)).toMatchObject({ phase: 'cover', viewer: null, next: 0, moves: [], board: null })
    expect(() => session.choose(0)).toThrow('the screen is covered')
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

  it('is a move like any other where every move completes it: nothing is hidden as doing no more', async () => {
    const session = new Session(await gameCalled('goofspiel'), [HUMAN, HUMAN], 'bids')
    session.uncover()
    const { moves, plan: made } = seenOf(session)
    expect([moves.map(({ label }) => label), made?.done]).toEqual([
      ['Bid 1', 'Bid 2', 'Bid 3', 'Bid 4'].map(label => expect.stringMatching(new RegExp(label, 'i'))),
      null,
    ])
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
