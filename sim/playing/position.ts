/** What a page may know of a match: the position as its viewer sees it. */
import {
  type CompiledGame,
  NOBODY,
  type Seat,
  type State,
  valueIn,
  WIN_UNITS,
} from '../../engine/contract/index.ts'
import { foldSeeds, PLAIN_WIN } from '../../engine/plain/index.ts'
import { outcomeText, wonWords } from '../records/record.ts'
import {
  HUMAN,
  type MoveChoice,
  type PlayPhase,
  type Position,
  type Told,
  type UnsealedPlan,
} from './protocol.ts'
import type { Session, SessionMoment } from './session.ts'

/** The parts of a Position that follow from the match alone. */
export type Seen = Pick<
  Position,
  | 'seats'
  | 'phase'
  | 'viewer'
  | 'next'
  | 'title'
  | 'status'
  | 'goal'
  | 'aims'
  | 'warnings'
  | 'board'
  | 'text'
  | 'table'
  | 'legend'
  | 'moves'
  | 'plan'
  | 'story'
  | 'canTakeBack'
  | 'notes'
>

/** What the viewer sees now. Hides everything while the screen is covered. */
export function seenOf(session: Session): Seen {
  const { game, agents, viewer, isCovered, person } = session
  const phase = phaseOf(session)
  const seats = game.info.seats.map((name, seat) => ({
    name,
    agent: agents[seat]!,
    isPerson: agents[seat] === HUMAN,
  }))
  const about = {
    seats,
    phase,
    viewer: isCovered ? null : viewer,
    next: nextOf(session),
    title: isPlanned(session) ? turnTitle(game, session.steps) : titleOf(game, session.steps),
    status: statusOf(session, phase),
    goal: game.text.guide
      ? []
      : game.info.endings
          .filter(({ kind, label }) => kind === 'win' && label !== PLAIN_WIN)
          .map(({ label }) => label),
    legend: game.text.legend ?? '',
    warnings: game.warnings ?? [],
  }
  const nothing = {
    board: null,
    text: null,
    table: [],
    aims: [],
    moves: [],
    plan: null,
    story: [],
    notes: [],
  }
  if (isCovered) return { ...about, ...nothing, canTakeBack: false }
  const shown = shownTo(session, viewer, session.planned())
  return {
    ...about,
    ...pictureOf(game, shown),
    aims: viewer === null ? [] : (attempt(() => game.text.aims?.(shown, viewer)) ?? []),
    moves: phase === 'choose' ? movesOf(session) : [],
    plan: phase === 'choose' && person !== null && session.plans ? planOf(session) : null,
    story: storyOf(session, viewer),
    canTakeBack: session.canTakeBack,
    notes: session.notes.map(({ decision, text }) => ({
      title: titleOf(game, stepsAt(session.moments, decision)),
      text,
    })),
  }
}

function planOf(session: Session): UnsealedPlan {
  const { done, game, isComplete, person, plan } = session
  return {
    chosen: plan.map(({ told }) => told),
    places: plan.map(({ action, state }) => [...(game.text.places?.(state, person!, action) ?? [])]),
    isComplete,
    done,
  }
}

function phaseOf({ isOver, isCovered, person, people }: Session): PlayPhase {
  if (isOver) return 'over'
  if (isCovered) return 'cover'
  if (person !== null) return 'choose'
  return people.length === 0 ? 'watching' : 'thinking'
}

/** While several seats decide at once, which agent is asked first means nothing. */
function nextOf({ game, isOver, person, state }: Session): Seat | null {
  if (isOver) return null
  if (person !== null) return person
  const mask = game.toMove(state)
  return game.info.type.dynamics === 'simultaneous' || mask === 0 ? null : 31 - Math.clz32(mask & -mask)
}

/** Whether orders of a whole turn are due. */
function isPlanned({ game, isOver, steps }: Session): boolean {
  const { step, type } = game.info
  return !isOver && type.dynamics === 'simultaneous' && steps % step.perTurn === 0
}

function turnTitle({ info }: CompiledGame, steps: number): string {
  return info.step.perTurn === 1 ? titleOf({ info }, steps) : `Turn ${1 + steps / info.step.perTurn}`
}

/** "Turn 3, phase 2". */
export function titleOf({ info }: Pick<CompiledGame, 'info'>, steps: number): string {
  const { label, perTurn } = info.step
  if (perTurn === 1) return `${label.slice(0, 1).toUpperCase()}${label.slice(1)} ${steps + 1}`
  return `Turn ${1 + Math.floor(steps / perTurn)}, ${label} ${1 + (steps % perTurn)}`
}

/** The steps that were completed before a decision. */
export function stepsAt(moments: readonly SessionMoment[], decision: number): number {
  let made = 0
  let steps = 0
  for (const moment of moments) {
    made += moment.decisions.length
    if (made > decision) break
    ;({ steps } = moment)
  }
  return steps
}

/** How the match ended: "white won (enough favour) after 31 phases". */
export function outcomeOf(session: Session): string {
  const { info } = session.game
  const { returns, ending } = session.result()
  const winner = returns.indexOf(WIN_UNITS)
  const won = wonWords(winner === NOBODY ? null : info.seats[winner]!, info.endings[ending])
  const { label } = info.step
  const length = `${session.steps} ${label}${session.steps === 1 ? '' : 's'}`
  return outcomeText(won, info.endings[ending]!.label, length)
}

function statusOf(session: Session, phase: PlayPhase): string {
  const { game, person, agents } = session
  if (phase === 'over') return outcomeOf(session)
  const name = person === null ? '' : game.info.seats[person]!
  if (phase === 'cover') return `${name} is next. Everybody else, look away.`
  if (phase === 'choose') {
    if (session.plans && session.isComplete) return `${name}: your plan is complete`
    const asked = attempt(() => game.text.asks?.(session.viewOf(session.state, person!), person!))
    if (asked !== undefined) return `${name}: ${asked}`
    return session.plans ? `${name}: plan your turn` : `${name} to move`
  }
  const next = nextOf(session)
  if (next !== null) return `${game.info.seats[next]} (${agents[next]}) is thinking`
  return 'The agents are thinking'
}

/** A position as somebody may see it: everything for nobody in particular. */
function shownTo(session: Session, viewer: Seat | null, state: State): State {
  return viewer === null ? state : session.viewOf(state, viewer)
}

/**
 * The board, with a text if seats hold secrets, which boards leave out; else a text, else the state as a table: games
 * of users may draw whole positions only.
 */
function pictureOf(game: CompiledGame, view: State): Pick<Position, 'board' | 'text' | 'table'> {
  const none = { board: null, text: null, table: [] }
  const board = attempt(() => game.text.board?.at(view))
  if (board && game.info.type.information === 'perfect') return { ...none, board }
  const text = attempt(() => game.text.render(view))
  if (board || text !== undefined) return { ...none, board: board ?? null, text: text ?? null }
  return { ...none, table: tableOf(attempt(() => valueIn(game, view))) }
}

/** What the viewer sees as text, for a terminal; '' while the screen is covered. */
export function pictureText(session: Session, width: number): string {
  const { game, isCovered, viewer } = session
  if (isCovered) return ''
  const view = shownTo(session, viewer, session.planned())
  return (
    attempt(() => game.text.render(view, width)) ??
    tableOf(attempt(() => valueIn(game, view)))
      .map(([name, value]) => `${name}: ${value}`)
      .join('\n')
  )
}

function attempt<T>(act: () => T): T | undefined {
  try {
    return act()
  } catch {
    return undefined
  }
}

/** Rows of a value: one for each key, or each entry. */
function tableOf(value: unknown): [string, string][] {
  if (typeof value !== 'object' || value === null)
    return value === undefined ? [] : [['state', JSON.stringify(value)]]
  return Object.entries(value).map(([key, part]) => [key, JSON.stringify(part) ?? ''])
}

function movesOf(session: Session): MoveChoice[] {
  const { game, person } = session
  const moves = session.choices().map(({ action, state }) => ({
    id: action,
    label: session.offerOf(state, person!, action),
    written: game.text.format(state, person!, action),
    places: [...(game.text.places?.(state, person!, action) ?? [])],
  }))
  const groups = groupsOf(moves)
  return moves.map((move, i) => ({ ...move, group: groups[i]! }))
}

/** Most words of a label that name a group, and the largest share of moves in one that still tells something. */
const WORDS_MAX = 4
const SHARE_MAX = 0.6

/** What moves have in common: the place where they begin, else the first words of their labels. */
function groupsOf(moves: readonly Pick<MoveChoice, 'label' | 'places'>[]): string[] {
  const ways = [
    moves.map(({ places }) => places[0] ?? ''),
    ...Array.from({ length: WORDS_MAX }, (_, n) =>
      moves.map(({ label }) =>
        label
          .split(' ', n + 1)
          .join(' ')
          .replace(/[:,;]$/, ''),
      ),
    ),
  ]
  for (const names of ways) {
    const counts = new Map<string, number>()
    for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1)
    const isTelling =
      Math.max(...counts.values()) <= SHARE_MAX * moves.length && counts.size <= moves.length / 2
    if (isTelling) return names.map(name => (counts.get(name)! > 1 ? name : ''))
  }
  return moves.map(() => '')
}

/** Turns told, and the most moments looked at: a turn of many decisions is cut at its start. */
const TURNS_TOLD = 3
const MOMENTS_TOLD = 80

/** The last turns. Where words are secret they come from views, so that the story holds no more than the viewer knows. */
function storyOf(session: Session, viewer: Seat | null): Told[] {
  const { game, moments } = session
  const { perTurn } = game.info.step
  const isOpen = viewer === null || game.info.type.information === 'perfect'
  const told: { turn: number; title: string; lines: string[] }[] = []
  for (let at = Math.max(1, moments.length - MOMENTS_TOLD); at < moments.length; at++) {
    const [before, after] = [moments[at - 1]!, moments[at]!]
    const turn = Math.floor(before.steps / perTurn)
    // Views lack what has become of sealed orders, which everybody saw.
    const [was, is] = [before, after].map(({ state }) => shownTo(session, isOpen ? null : viewer, state))
    const story = attempt(() => game.text.story?.(was!, is!))
    const lines = story?.length
      ? [...story]
      : after.decisions.flatMap(({ seat, told: words, written }) => {
          const name = game.info.seats[seat]
          if (name === undefined) return isOpen ? (game.text.tell ? [words] : foldSeeds([written])) : []
          if (isOpen || seat === viewer) return [`${name}: ${words}`]
          return game.text.story ? [] : [`${name} moved`]
        })
    if (lines.length === 0) continue
    const title = titleOf(game, before.steps)
    const last = told.at(-1)
    if (last?.title === title) last.lines.push(...lines)
    else told.push({ turn, title, lines })
  }
  const first = Math.floor(session.steps / perTurn) - TURNS_TOLD + 1
  return told.filter(({ turn }) => turn >= first).map(({ title, lines }) => ({ title, lines }))
}
