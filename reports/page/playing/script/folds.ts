/** What is read when it is unfolded: rules to edit, and matches that were played. */
export const FOLDS = `
const counted = (count, what) => (count === 0 ? '' : count + ' ' + what + (count === 1 ? '' : 's'))
const opponents = ({ agents }) => agents.filter(agent => agent !== 'human').join(' and ') || 'people'

let edited = new Map()
const fill = {
  rules: async () => {
    const rules = await (await fetch('rules', { cache: 'no-store' })).json()
    edited = new Map(rules.map(({ key, value }) => [key, valueText(value)]))
    const rows = rules.map(({ key, value, base, range, options, meaning }) => {
      const set = () => {
        edited.set(key, field.value)
        row.classList.toggle('edited', field.value !== valueText(value))
      }
      const field = options
        ? el('select', { onchange: set }, options.map(one => el('option', { value: one, selected: one === valueText(value) }, one)))
        : el('input', { value: valueText(value), oninput: set })
      field.setAttribute('aria-label', key)
      const row = el('li', {}, el('label', {}, el('code', {}, key), ' ', field),
        el('small', {}, [meaning, range, 'in the rule set: ' + valueText(base)].filter(text => text !== '').join('; ')))
      return row
    })
    const search = el('input', { type: 'search', placeholder: 'Search rules', ariaLabel: 'Search rules', oninput: () => {
      const words = search.value.toLowerCase().split(/\\s+/)
      for (const row of rows) row.hidden = !words.every(word => row.textContent.toLowerCase().includes(word))
    } })
    const apply = from => act('rules', { from, changes: Object.fromEntries(
      rules.filter(({ key, base }) => edited.get(key) !== valueText(base)).map(({ key }) => [key, edited.get(key)])) })
    find('editor').replaceChildren(search, el('ul', { className: 'rules' }, rows), el('div', { className: 'row' },
      button('Start again with these rules', () => apply('opening'), { className: 'main' }),
      button('Go on from here', () => apply('here'))))
  },
  played: async () => {
    const matches = await (await fetch('played', { cache: 'no-store' })).json()
    find('matches').replaceChildren(...(matches.length === 0 ? [el('p', { className: 'note' }, 'None yet.')] : [
      el('ul', {}, matches.map(match =>
        el('li', {}, el('a', { href: 'replay/' + encodeURIComponent(match.id) }, match.date), ' ' + [match.rules, match.agents.join(' against '), match.outcome,
          counted(match.notes, 'note'), counted(match.takeBacks, 'take-back'), counted(match.hints, 'hint')].filter(text => text !== '').join(', ') + ' ',
          match.isUnfinished ? button('Continue it', () => act('resume', { id: match.id })) : null))),
    ]))
  },
}
for (const id of Object.keys(fill)) find(id).addEventListener('toggle', () => find(id).open && fill[id]().catch(() => lose(LOST)))

find('noting').addEventListener('submit', async event => {
  event.preventDefault()
  const text = find('note').value.trim()
  if (text !== '' && (await act('note', { text }))) find('note').value = ''
})
find('again').addEventListener('click', () => act('new'))
find('turned').addEventListener('click', () => {
  const agents = now.seats.map(({ agent }) => agent)
  act('new', { agents: [...agents.slice(1), agents[0]] })
})
`
