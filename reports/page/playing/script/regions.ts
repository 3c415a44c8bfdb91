/** The regions of the page, renewed with every position. */
export const REGIONS = `
const valueText = value => (typeof value === 'string' ? value : JSON.stringify(value))

let hasPlayed = false

const show = position => {
  if (now && position.version < now.version && position.match === now.match) return
  const before = now
  now = position
  if (!before || before.version !== now.version) say(now.message)
  if (!before || JSON.stringify(before.moves) !== JSON.stringify(now.moves) || before.viewer !== now.viewer) {
    chosen = []
    find('filter').value = ''
  }
  const focus = document.activeElement
  const place = focus?.dataset?.place
  const wasInList = find('list').contains(focus) || find('plan').contains(focus)
  const isCovered = now.phase === 'cover'
  document.title = now.status + ' – ' + now.game
  find('changed').hidden = now.changes.length === 0
  put('game', now.game, () => now.game)
  put('about', [now.ruleset, now.changes.length], () =>
    now.ruleset + (now.changes.length === 0 ? '' : ', ' + now.changes.length + (now.changes.length === 1 ? ' rule' : ' rules') + ' changed'))
  find('table').hidden = find('side').hidden = isCovered
  find('cover').hidden = !isCovered
  put('cover', [isCovered, now.next], () => isCovered ? cover() : null)
  put('seats', [now.seats, now.next, now.viewer], seats)
  put('title', now.title, () => (now.phase === 'over' ? 'The end' : now.title))
  put('status', now.status, () => now.status)
  put('goal', now.goal, () => (now.goal.length === 0 ? null : 'Ways to win: ' + now.goal.join('; ') + '.'))
  put('aims', now.aims, () => now.aims.length === 0 ? null : [el('li', {}, el('b', {}, 'Your missions')), ...now.aims.map(text => el('li', {}, text))])
  if (put('warnings', now.warnings, () => now.warnings.map(text => el('li', {}, text)))) find('doubts').hidden = now.warnings.length === 0
  picture(before)
  put('standings', now.board?.standings ?? [], () => (now.board?.standings ?? []).map(text => el('li', {}, text)))
  if (put('notation', now.legend, () => el('pre', { tabIndex: 0 }, now.legend)))
    find('legend').hidden = now.legend === ''
  put('plan', [now.plan, now.phase, now.version], plan)
  put('over', [now.phase === 'over', now.status, now.replay, now.seats], over)
  if (put('how', now.guide, () => now.guide.map(text => el('li', {}, text)))) find('guide').hidden = now.guide.length === 0
  // Whoever has decided something knows how to play. They may unfold it again.
  if (now.canTakeBack && !before?.canTakeBack && !hasPlayed) {
    hasPlayed = true
    find('guide').open = false
  }
  const left = now.plan?.chosen.length > 0 ? null : now.unfinished
  put('left', left, () => left === null ? null : [
    el('p', {}, 'You left a match against ' + opponents(left) + ' (' + left.date + ').'),
    button('Continue it', () => act('resume', { id: now.unfinished.id }))])
  put('watch', [now.phase, now.pace], watch)
  put('story', now.story, story)
  put('tools', [now.canTakeBack, now.phase, now.working, now.hint, now.isEvaluated, now.version], tools)
  put('hint', [now.hint, now.moves], hint)
  put('bar', [now.evaluation, now.oldEvaluation, now.seats, now.working, now.isEvaluated], bars)
  put('changes', [now.changes, now.ruleset, now.comparison], changes)
  put('notes', now.notes, () => now.notes.map(({ title, text }) => el('li', {}, el('b', {}, title), ' ' + text)))
  if (before && before.match !== now.match) for (const id of ['rules', 'played']) if (find(id).open) fill[id]()
  choices()
  if (before && before.match !== now.match) find('main').scrollIntoView()
  if (place !== undefined && !document.activeElement?.dataset?.place) focusPlace(place)
  else if (wasInList && document.activeElement === document.body) focusFirst()
}

/** Puts the focus back to a place, or to one that may be chosen. */
const hits = () => [...document.querySelectorAll('.hit[tabindex]')].filter(hit => hit.getClientRects().length > 0)
const focusPlace = place => (hits().find(hit => hit.dataset.place === place) ?? hits()[0] ?? find('main')).focus({ preventScroll: true })
const focusFirst = () =>
  (document.querySelector('#plan .main') ?? document.querySelector('#list button') ?? find('main')).focus({ preventScroll: true })

const swatch = seat => {
  const one = el('span', { className: 'swatch' })
  one.style.background = 'var(--p' + (seat + 1) + ')'
  one.style.borderColor = 'var(--l' + (seat + 1) + ')'
  return one
}
/** Whether the plan may stay empty. */
const canPass = () => now.phase === 'choose' && now.plan !== null && now.plan.done !== null && now.plan.chosen.length === 0

const seats = () =>
  now.seats.map(({ name, agent, isPerson }, seat) =>
    el('li', { className: seat === now.next ? 'next' : '' }, swatch(seat), name, el('small', {}, ' ' +
      (isPerson ? (now.viewer === seat || now.seats.filter(one => one.isPerson).length === 1 ? 'you' : 'a person') : agent) +
      (seat === now.next ? ', to move' : ''))),
  )

const cover = () => [
  el('h2', {}, 'Hand over to ' + now.seats[now.next].name),
  el('p', {}, 'The screen is covered, because players hide something from each other.'),
  button('I am ' + now.seats[now.next].name + ': show the board', () => act('uncover'), { className: 'main' }),
]

const plan = () => {
  if (!now.plan) return null
  const { chosen: steps, isComplete, done } = now.plan
  if (steps.length === 0) return null
  return [
    el('h2', {}, 'Your plan'),
    el('ol', {}, steps.map(text => el('li', {}, text))),
    el('p', { className: 'note' }, 'Nothing happens, and nobody sees your plan, until you seal it.'),
    el('div', { className: 'row' },
      button('Seal the plan', () => act('seal'), { className: 'main', disabled: !isComplete && done === null }),
      button('Take the last step back', () => act('unplan'))),
  ]
}

/** How the match ended for the only person; null for several. */
const fate = () => {
  const people = now.seats.filter(({ isPerson }) => isPerson)
  const won = now.seats.find(({ name }) => now.status.startsWith(name + ' won'))
  if (people.length !== 1) return null
  return won ? (won === people[0] ? 'You won!' : 'You lost.') : now.status.startsWith('a draw') ? 'A draw.' : null
}

const over = () => {
  if (now.phase !== 'over') return null
  const agents = now.seats.map(({ agent }) => agent)
  const turned = [...agents.slice(1), agents[0]]
  return [
    el('p', { className: 'result' }, el('strong', {}, fate() ?? now.status)),
    el('div', { className: 'row' },
      button('Play again', () => act('new'), { className: 'main' }),
      turned.join() === agents.join() ? null : button('Change sides', () => act('new', { agents: turned })),
      now.replay === null ? null : el('a', { href: 'replay/' + encodeURIComponent(now.replay) }, 'Replay of this match')),
  ]
}

const PACES = [[0.2, 'fast'], [1, 'a move a second'], [3, 'slow']]
let pace = 1
const watch = () => {
  if (now.phase !== 'watching') return null
  if (now.pace > 0) pace = now.pace
  const isPaused = now.pace === 0
  const select = el('select', { onchange: () => {
    pace = Number(select.value)
    if (!isPaused) act('pace', { seconds: pace })
  } }, PACES.map(([seconds, text]) => el('option', { value: seconds, selected: seconds === pace }, text)))
  return el('div', { className: 'row' },
    button(isPaused ? 'Play' : 'Pause', () => act('pace', { seconds: isPaused ? pace : 0 }), { className: 'main' }),
    el('label', {}, 'Pace ', select))
}

/** Parts of the story by turn: the newest turn stands first, and is read from its beginning. */
const turnsOf = story => {
  const turns = new Map()
  for (const part of story) {
    const turn = part.title.split(',')[0]
    turns.set(turn, [...(turns.get(turn) ?? []), part])
  }
  return [...turns.values()]
}
const story = () =>
  now.story.length === 0 ? el('p', { className: 'note' }, 'Nothing has happened yet.')
    : turnsOf(now.story).reverse().flat().flatMap(({ title, lines }) => [
        el('h3', {}, title),
        el('ul', {}, lines.map(line => el('li', {}, line))),
      ])

const tools = () => {
  const isPlaying = now.phase === 'choose'
  const check = el('input', { type: 'checkbox', checked: now.isEvaluated, onchange: () => act('evaluate', { on: check.checked }) })
  return [
    button(now.plan?.chosen.length > 0 ? 'Clear the plan' : 'Take back', () => act('take-back'), { disabled: !now.canTakeBack }),
    button(now.working.includes('hint') ? 'Looking for a hint …' : 'Hint', () => act('hint'), { disabled: !isPlaying || now.moves.length === 0 || now.working.includes('hint') }),
    el('label', {}, check, ' Who is ahead?'),
  ]
}

const hint = () => {
  if (!now.hint) return null
  const { agent, move, label, ahead, plusMinus, second } = now.hint
  const points = Math.round(100 * Math.abs(ahead)) + ' ± ' + Math.round(100 * plusMinus) + ' points'
  const line = (words, move, label) => {
    const found = now.moves.find(({ id }) => id === move)
    return el('p', {}, words, el('b', {}, label), ' ', found ? button('Do that', () => take(found)) : null)
  }
  return [
    line(agent + ' would choose: ', move, label),
    ahead === null ? null
      : line(Math.abs(ahead) <= plusMinus ? 'About as good: ' : points + (ahead > 0 ? ' better than: ' : ' worse than: '), second.move, second.label),
  ]
}

const bars = () => {
  const { evaluation, oldEvaluation } = now
  if (!evaluation) return now.isEvaluated && now.working.includes('evaluation') ? el('p', { className: 'note' }, 'Working out who is ahead …') : null
  return oldEvaluation === null ? bar('Chance to win', evaluation)
    : [...bar('Chance to win by these rules', evaluation), ...bar('By the rules before the change', oldEvaluation)]
}
const bar = (what, { shares, plusMinus, by }) => {
  const parts = shares.map((share, seat) => {
    const part = el('i')
    part.style.flexGrow = share
    part.style.background = 'var(--l' + (seat + 1) + ')'
    return part
  })
  const rounded = shares.map(share => Math.round(100 * share))
  // Shares add up to 100.
  rounded[rounded.length - 1] = 100 - rounded.slice(0, -1).reduce((a, b) => a + b)
  const words = now.seats.map(({ name }, seat) => name + ' ' + rounded[seat] + ' % ± ' + Math.round(100 * plusMinus[seat]))
  return [
    el('div', { className: 'shares', ariaHidden: 'true' }, parts),
    el('p', {}, what + ': ' + words.join(', ') + ' (' + by + ')'),
  ]
}

const changes = () => [
  el('ul', {}, now.changes.map(({ key, base, value }) =>
    el('li', {}, el('code', {}, key), ' ' + valueText(value) + ' (' + now.ruleset + ': ' + valueText(base) + ')'))),
  el('div', { className: 'row' }, button('Is it fair?', () => act('compare'), { title: 'Compares these rules with ' + now.ruleset + ' in the background' }), keeping()),
  now.comparison ? el('p', {}, now.comparison.words + ' ', now.comparison.address ? el('a', { href: now.comparison.address, target: '_blank', rel: 'noopener' }, 'Watch the comparison') : null) : null,
]
const keeping = () => {
  const name = el('input', { placeholder: 'name', ariaLabel: 'Name of the rule set' })
  return el('span', { className: 'row' }, name, button('Keep as a rule set', () => name.value.trim() !== '' && act('keep-rules', { name: name.value.trim() })))
}
`
