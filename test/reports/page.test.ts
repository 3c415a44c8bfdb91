/** report.html: it says what the tables say, loads nothing, and lets no text from outside become markup. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseHTML } from 'linkedom'
import { afterAll, describe, expect, it } from 'vitest'
import { parseDocument } from '../../documents/index.ts'
import { summaryDocument } from '../../reports/files/json.ts'
import { answerOf } from '../../reports/findings/answer/answer.ts'
import { comparisonsOf, isOfAsset } from '../../reports/findings/changes/comparisons.ts'
import { scaleOf } from '../../reports/findings/changes/words.ts'
import { gateOf } from '../../reports/findings/gate/gate.ts'
import { figureWords, gateDocument, valueWords } from '../../reports/findings/gate/words.ts'
import { againOf, playLine } from '../../reports/page/again.ts'
import { pageOf } from '../../reports/page/index.ts'
import { fairSection } from '../../reports/page/sections/fair.ts'
import { subjectOf } from '../../reports/page/subject.ts'
import { headOf, shownNumber } from '../../reports/page/table.ts'
import { TABLES } from '../../reports/tables/index.ts'
import type { CellResult, RunResult } from '../../sim/chunks/results.ts'
import { fingerprint, playedHash, portable, resolveExperiment } from '../../sim/experiment/index.ts'
import { gateFigures } from '../../sim/figures/registry.ts'
import { newRun, playRun } from '../../sim/run.ts'
import { cellOf, resultOf, TWO as TWO_SEATS, times, verdictWords } from './fixture.ts'

const home = mkdtempSync(join(tmpdir(), 'evenhand-page-'))
afterAll(() => rmSync(home, { recursive: true, force: true }))

async function play(text: string): Promise<RunResult> {
  const experiment = await resolveExperiment(parseDocument(text, join(home, 'x.yaml')))
  return playRun(newRun(experiment), { threads: 0, chunk: 5 })
}

const TWO = await play(`
game: elephant-men
seed: page
lineups:
  - { agents: [random], matches: 30 }
  - { agents: [greedy, random], matches: 6 }
variants:
  - { name: plain }
  - { name: short, rules: { limits.turns: 20 } }
`)
const PAGE = pageOf(TWO)

/** The text of a piece of markup, as a reader sees it. */
const shown = (markup: string): string =>
  markup
    .replace(/<[^>]*>/g, '')
    .replaceAll('\u00a0', ' ')
    .replace(
      /&(lt|gt|quot|#39|amp);/g,
      (_, name: string) => ({ lt: '<', gt: '>', quot: '"', '#39': "'" })[name] ?? '&',
    )

/** The names of a page's elements and of their attributes, as a browser would read them. */
const namesOf = (page: string): Set<string> => {
  const { document } = parseHTML(page)
  return new Set(
    [...document.querySelectorAll('*')].flatMap(({ localName, attributes }) => [
      localName,
      ...[...attributes].map(({ name }) => `${localName} ${name}`),
    ]),
  )
}

describe('the page', () => {
  it('draws scores and their intervals where scores can be', () => {
    const { document } = parseHTML(PAGE)
    const labels = [...document.querySelectorAll('#fair svg text')].map(
      ({ textContent }) => textContent ?? '',
    )
    const ticks = labels.map(label => Number(label.replace('−', '-'))).filter(Number.isFinite)
    expect(ticks.length).toBeGreaterThan(3)
    for (const tick of ticks) expect(Math.abs(tick - 50)).toBeLessThanOrEqual(50)
  })

  it('begins with the answer, then with what a comparison is about', () => {
    const ids = [...PAGE.matchAll(/<section id="(\w+)"/g)].map(([, id]) => id)
    expect(ids).toEqual(['changes', 'fair', 'players', 'matches', 'feel', 'use', 'distrust', 'made', 'words'])
    const [head] = PAGE.split('<main')
    const { title, answer, agreement } = answerOf(TWO)
    expect(title).toBe('limits.turns 60 → 20')
    for (const text of [title, ...answer, agreement]) expect(shown(head!)).toContain(text)
    expect(shown(PAGE)).toContain(verdictWords(TWO.cells[0]!, TWO.experiment.margin))
  })

  it('is the same for the same run', () => {
    expect(pageOf(TWO)).toBe(PAGE)
  })

  it('has the figures of the tables', () => {
    const differences = comparisonsOf(TWO).filter(one => !isOfAsset(one))
    expect(differences.length).toBeGreaterThan(4)
    for (const { difference, metric, words } of differences) {
      expect(PAGE).toContain(`>${shownNumber(difference * scaleOf(metric).scale, 'decimal')}<`)
      expect(shown(PAGE)).toContain(words)
    }
    const seats = TABLES.find(({ id }) => id === 'seats')!.rows(TWO)
    for (const { score, mirror } of seats)
      if (mirror) expect(PAGE).toContain(`>${shownNumber(score as number, 'share')}<`)
    const used = TABLES.find(({ id }) => id === 'units')!.rows(TWO)
    const byAgent = TABLES.find(({ id }) => id === 'agent_units')!.rows(TWO)
    const isMirror = ({ lineup }: { lineup?: unknown }) =>
      seats.some(row => row.lineup === lineup && row.mirror)
    expect(byAgent.some(row => !isMirror(row))).toBe(true)
    // By seat where one agent plays all seats, else by agent.
    for (const { used_per_match } of [...used.filter(isMirror), ...byAgent.filter(row => !isMirror(row))])
      expect(PAGE).toContain(`>${shownNumber(used_per_match as number, 'decimal')}<`)
  })

  it('has tables in the words and units of its charts', () => {
    expect(
      (
        [
          ['score_low', 'share'],
          ['points_anytime_high', 'points'],
          ['difference_anytime_low', 'decimal'],
          ['q05', 'count'],
          ['length_steps_sd', 'decimal'],
        ] as const
      ).map(([id, format]) => headOf(id, format)),
    ).toEqual([
      'score from, %',
      'points anytime to',
      'difference anytime from',
      '5th percentile',
      'length steps standard deviation',
    ])
    const numbers = [
      [0.5034, 'share'],
      [0.0004, 'share'],
      [Infinity, 'elo'],
      [2 / 3, 'decimal'],
    ] as const
    expect(numbers.map(([value, format]) => shownNumber(value, format))).toEqual([
      '50.3',
      '0.040',
      '∞',
      '0.67',
    ])
    // Heads of CSV files have underscores.
    expect(/<th scope="col"[^>]*>[^<]*_/.exec(PAGE)).toBe(null)
  })

  it('marks what differs in the rules, and holds no figure that is not one', () => {
    expect(PAGE).toContain('<mark>20</mark>')
    expect(/(?<!is)NaN|Infinity|undefined|\[object/.exec(PAGE)).toBe(null)
  })

  it('loads nothing: no address but those of names, no import, and a policy against both', () => {
    expect(PAGE.match(/\b(src|srcset|action|formaction|data|poster)="/g)).toBe(null)
    expect(
      [...PAGE.matchAll(/\bhref="([^"]*)"/g)].map(([, to]) => to!).filter(to => !/^#\w+$/.test(to)),
    ).toEqual(['data:,', expect.stringMatching(/^data:application\/json;base64,[\w+/=]+$/)])
    expect(/@import|url\(|fetch\(|import\(/.exec(PAGE)).toBe(null)
    expect(PAGE.includes("default-src 'none'")).toBe(true)
    expect(
      [...PAGE.matchAll(/https?:\/\/[^"\s<]*/g)]
        .map(([url]) => url)
        .filter(url => url !== 'http://www.w3.org/2000/svg'),
    ).toEqual([])
  })

  it('describes every chart, and has a table behind it', () => {
    const figures = PAGE.match(/<figure>[\s\S]*?<\/figure>/g)!
    expect(figures.length).toBeGreaterThan(20)
    for (const figure of figures) {
      const isDrawn =
        !/<p class="note">(Each was used in fewer than 20 matches|No score differs clearly)/.test(figure)
      if (isDrawn) expect(figure).toMatch(/<svg role="img" aria-label="[^"]{10,}"/)
      expect(figure).toMatch(/<details><summary>[^<]+<\/summary><div class="wide".*<table/)
      expect(figure.split('<svg')).toHaveLength(isDrawn ? 2 : 1)
    }
    expect(/<svg(?! role="img")/.exec(PAGE)).toBe(null)
  })

  it('draws the fairness of all variants on one scale', () => {
    const { document } = parseHTML(PAGE)
    const ticks = [...document.querySelectorAll('#fair svg')].map(svg =>
      [...svg.querySelectorAll('text')]
        .flatMap(({ textContent }) => (/^\d+$/.test(textContent!) ? [textContent] : []))
        .join(),
    )
    expect(ticks).toHaveLength(2)
    expect(new Set(ticks).size).toBe(1)
  })

  it('explains ±, anytime intervals, and the marks of its charts', () => {
    const text = shown(PAGE)
    expect(text).toContain('±The 95 % interval: the true value is probably within this distance.')
    expect(text).toContain(
      'anytimeVerdicts and anytime intervals stay valid if you check early and keep playing.',
    )
    const { document } = parseHTML(PAGE)
    const signs = [...document.querySelectorAll('#fair .key li')].map(({ innerHTML }) =>
      innerHTML.replaceAll('\u00a0', ' '),
    )
    expect(signs.slice(0, 3)).toEqual([
      '<span class="sign dot"></span>unfair',
      '<span class="sign diamond"></span>fair',
      '<span class="sign ring"></span>could be chance',
    ])
  })

  it('draws scores when used as squares, on one scale, and not those that show nothing or rest on few matches', () => {
    const { document } = parseHTML(PAGE)
    const charts = [...document.querySelectorAll('#use svg')]
    // Of 30 matches of random; greedy and random met in 6, and two charts of random have only scores near even.
    expect(charts.map(svg => svg.getAttribute('aria-label')!.split(':')[1]!.trim())).toEqual(
      new Array(2).fill('random vs itself'),
    )
    const scales = charts.map(svg =>
      [...svg.querySelectorAll('text')]
        .flatMap(({ textContent: text }) => (/^\d+$/.test(text!) ? [text] : []))
        .join(),
    )
    expect(new Set(scales).size).toBe(1)
    expect(charts.every(svg => svg.querySelector('circle') === null)).toBe(true)
    expect(charts.every(svg => svg.querySelector('path[d^="M"]') !== null)).toBe(true)
  })

  it('has no map of who wins where nobody won', async () => {
    const map = 'Win rate by favour'
    expect(PAGE).toContain(map)
    const drawn = await play(`
game: elephant-men
rules: { favour.win: 14, favour.kill: 1 }
matches: 10
lineups: [{ agents: [random] }]
`)
    expect(pageOf(drawn)).not.toContain(map)
  })

  it('of a run that was stopped says so, with nothing played too', async () => {
    const some = pageOf({ ...TWO, complete: false })
    expect(shown(some)).toContain('This run is unfinished')
    const experiment = TWO.experiment
    const none = pageOf(newRun(experiment).results.result())
    expect(shown(none)).toContain('No match is counted yet.')
    expect(/(?<!is)NaN|Infinity|undefined/.exec(none)?.[0]).toBe(undefined)
  })
})

const EVIL = `"><img src=x onerror=alert(1)></script><script>alert(2)</script>'&amp;\u202e`

/** An agent whose label and faults are an attack. */
const AGENT = `export default {
  id: ${JSON.stringify('evil')}, summary: 'attacks',
  options: undefined,
  make: () => ({ choose: (view, seat, legal, count) => { if (count % 2) throw new Error(${JSON.stringify(EVIL)}); return legal[0] } }),
}`

describe('an attack', () => {
  it('in a seed, a variant, an agent, a line-up or a fault stays text', async () => {
    writeFileSync(join(home, 'evil.mjs'), AGENT)
    const result = await play(`
game: elephant-men
seed: ${JSON.stringify(EVIL.replace('\u202e', ''))}
matches: 4
lineups: [{ agents: [random] }, { agents: [./evil.mjs, random] }]
variants: [{ name: a }, { name: b, rules: { limits.turns: 20 } }]
`)
    // Names are checked when they are read; anything that still gets through must stay text here.
    const { experiment } = result
    const variants = experiment.variants.map((variant, i) => ({
      ...variant,
      name: `${i}${EVIL}`,
      ruleset: EVIL,
    }))
    const lineups = experiment.lineups.map((lineup, i) => ({
      ...lineup,
      name: `${i}${EVIL}`,
      participants: lineup.participants.map(one => ({
        ...one,
        label: `${one.label}${EVIL}`,
        options: { [EVIL]: EVIL },
      })),
    }))
    const renamed: RunResult = {
      ...result,
      experiment: { ...experiment, name: EVIL, variants, lineups },
      cells: result.cells.map(one => ({
        ...one,
        game: { ...one.game, info: hostile(one.game.info) },
        cell: {
          ...one.cell,
          variant: variants[experiment.variants.indexOf(one.cell.variant)]!,
          lineup: lineups[experiment.lineups.indexOf(one.cell.lineup)]!,
        },
      })),
    }
    const page = pageOf(renamed)
    const known = namesOf(pageOf(result))
    expect([...namesOf(page)].filter(name => !known.has(name))).toEqual([])
    expect(page.split('<script>')).toHaveLength(2)
    expect(page.split('</script>')).toHaveLength(2)
    expect(page.includes('<img')).toBe(false)
    expect(page.includes('\u202e')).toBe(false)
    expect(shown(page).includes('"><img src=x onerror=alert(1)>')).toBe(true)
  })
})

/** A game all of whose texts are attacks. */
function hostile(info: RunResult['cells'][number]['game']['info']): typeof info {
  const evil = <T extends { label: string }>(one: T): T => ({ ...one, label: `${one.label}${EVIL}` })
  return {
    ...info,
    seats: info.seats.map(seat => `${seat}${EVIL}`),
    step: evil(info.step),
    gauges: info.gauges.map(evil),
    assets: info.assets.map(evil),
    endings: info.endings.map(evil),
  }
}

describe('a verdict that depends on strength', () => {
  /** A variant in which one seat wins all matches of random, and another those of greedy. */
  const flipping = (variant: string): CellResult[] => [
    cellOf(TWO_SEATS, ['random', 'random'], times(100, [0, 60], [0, 60]), { variant }),
    cellOf(TWO_SEATS, ['greedy', 'greedy'], times(100, [60, 0], [60, 0]), { variant }),
  ]
  const holding = (variant: string): CellResult[] =>
    ['random', 'greedy'].map(agent =>
      cellOf(TWO_SEATS, [agent, agent], times(100, [60, 0], [60, 0]), { variant }),
    )
  const fairOf = (cells: readonly CellResult[]): string => shown(fairSection(subjectOf(resultOf(cells))).text)

  it('is marked in the caption of its chart, with what it does', () => {
    expect(fairOf(flipping('a'))).toContain('Every player ⇄ the verdict flips with strength')
    expect(fairOf(holding('a'))).not.toContain('⇄')
    const both = fairOf([...holding('a'), ...flipping('b')])
    expect(both).toContain('b ⇄ the verdict flips with strength')
    expect(both).not.toContain('a ⇄')
  })

  it('is marked at the names of variants that share a chart', () => {
    const names = ['a', 'b', 'c', 'd', 'e', 'f', 'g']
    const told = fairOf(names.flatMap(name => (name === 'c' ? flipping(name) : holding(name))))
    expect(told).toContain('⇄ marks variants whose verdict depends on the player.')
    expect(new Set(told.match(/⇄ [a-g]\b/g))).toEqual(new Set(['⇄ c']))
    expect(fairOf(names.flatMap(holding))).not.toContain('⇄')
  })
})

describe('the one interval that is drawn', () => {
  it('is the one that the mark rests on', () => {
    const { document } = parseHTML(PAGE)
    const marksOf = (section: string) =>
      [...document.querySelectorAll(`${section} svg`)].flatMap(svg => {
        return [...svg.querySelectorAll('g[stroke-width="3"] line')].map((line, i) => ({
          line: [Number(line.getAttribute('x1')), Number(line.getAttribute('x2'))].sort((a, b) => a - b),
          dot: svg.querySelectorAll('circle')[i],
          zero: Number(svg.querySelector('g[stroke-opacity="0.7"] line')?.getAttribute('x1')),
        }))
      })
    const marks = marksOf('#changes')
    expect(marks.length).toBeGreaterThan(4)
    const filled = marks.map(({ dot }) => dot!.getAttribute('fill') !== 'var(--page)')
    expect(new Set(filled)).toEqual(new Set([true, false]))
    expect(marks.map(({ line, zero }) => line[0]! > zero || line[1]! < zero)).toEqual(filled)
  })
})

/** What is not met comes first. */
const VERDICTS = ['not met', 'inconclusive', 'met']

describe('the bounds of a gate', () => {
  it('are on the page and in JSON, each with its verdict, its value and its interval', async () => {
    const result = await play(`
game: elephant-men
matches: 40
gate:
  - bounds: { first-seat: 45..55, seat.black: 1..99, length: ..2, change.draws: -1..1 }
  - lineup: random
    bounds: { use.monk: "> 99.9 %" }
variants: [{ name: plain }, { name: short, rules: { limits.turns: 20 } }]
`)
    const findings = gateOf(result)
    const { document } = parseHTML(pageOf(result))
    const rows = [...document.querySelectorAll('#gate tbody tr')].map(row =>
      [...row.children].map(cell => cell.textContent!.replaceAll('\u00a0', ' ')),
    )
    expect(rows.map(([, written, verdict, found, variant]) => [written, verdict, found, variant])).toEqual(
      findings
        .toSorted((a, b) => VERDICTS.indexOf(a.verdict) - VERDICTS.indexOf(b.verdict))
        .map(finding => [
          finding.bound.written,
          finding.verdict,
          valueWords(finding),
          finding.cell.cell.variant.name,
        ]),
    )
    expect(new Set(rows.map(([, , verdict]) => verdict))).toEqual(new Set(['met', 'not met', 'inconclusive']))
    expect(rows.map(([figure]) => figure)).toContain('change in draws change.draws')
    expect(rows.at(-1)![3]).toMatch(/^\d+\.\d % ± \d+\.\d$/)
    expect(summaryDocument(result)).toMatchObject(gateDocument(findings))
  })

  it('leave no trace where there is no gate', () => {
    expect(PAGE).not.toContain('id="gate"')
    expect(summaryDocument(TWO)).toMatchObject({ gate: null, bounds: [] })
  })

  it('are named in words of the game, one for every figure', () => {
    const { info } = TWO.cells[0]!.game
    const words = [...gateFigures(info)].map(([, figure]) => figureWords(figure, info))
    // The first seat has two names.
    expect(new Set(words).size).toBe(words.length - 2)
  })
})

describe('the experiment on the page', () => {
  const GAME = 'game: tic-tac-toe\nmatches: 4\n'
  const read = async (text: string, file: string) => resolveExperiment(parseDocument(text, join(home, file)))

  it.each([
    'game: elephant-men\nseed: "007"\nsweep: { favour.win: [5, 9] }\nlineups: [{ agents: ["mcts:iterations=3", greedy], matches: 4 }]\n',
    'game: prestige\nagainst: previous\nvariants: [{ ruleset: three }, { ruleset: three, name: b, rules: { ties: attacker } }]\nlineups: [{ agents: [random], matches: 6 }]\n',
    'game: bulwark\nmargin: 0.7\nvariants: [{ name: a }]\nlineups: [{ agents: [greedy, random], matches: 2 }]\n',
    'game: frontline\nmatches: 2\n',
    'game: frontline\nmatches: 2\nlevers: { keys: [turns], goal: { draws: < 20 % } }\n',
    'game: elephant-men\nmatches: 2\nusefulness: { assets: [monk] }\n',
    'game: elephant-men\nmatches: 2\napart: true\nvariants: [{ name: a }, { name: b, rules: { favour.win: 9, favour.kill: 1 } }]\n',
    `${GAME}gate: [{ lineup: random, bounds: { draws: < 50 %, first-seat: 48..52 } }, { bounds: { forfeits: < 1 % } }]\n`,
    `${GAME}exploit: { matches: 6, by: "mcts:iterations=2" }\nlineups: [{ agents: [random] }, { agents: [greedy] }]\n`,
    `${GAME}exploit: 4\nlineups: [{ agents: ["exploiter:against=random", random] }, { agents: [random] }]\n`,
    `${GAME}stop: { decide: fair within 3, from: 6 }\nmargin: 3\n`,
    `${GAME}learn: { rounds: 1, seeds: 2, shared: 2 }\nlineups: [{ agents: [learned] }]\n`,
    `${GAME}lineups: [{ agents: [{ agent: mcts, iterations: 3 }, "./own.mjs"] }]\n`,
  ])('has the same fingerprint: %s', async text => {
    writeFileSync(
      join(home, 'own.mjs'),
      'export default { id: "own", summary: "own", make: () => ({ choose: () => 0 }) }',
    )
    const experiment = await read(text, 'x.yaml')
    const again = againOf(experiment)!
    expect(again.exact).toBe(true)
    const other = await read(again.text, 'again.json')
    expect(portable(other)).toEqual(portable(experiment))
    expect(fingerprint(other)).toBe(fingerprint(experiment))
  })

  it.each([
    ['a rule set by path', 'game: frontline\nruleset: ./own.yaml\nmatches: 2\n'],
    [
      'a name that a file cannot have',
      'game: elephant-men\nmatches: 2\nsweep: { units.monk.actions: [[move, pray], [move, convert]] }\n',
    ],
  ])('plays the same matches under other names, and says so: %s', async (_, text) => {
    writeFileSync(join(home, 'own.yaml'), 'turns: 20\n')
    const experiment = await read(text, 'x.yaml')
    const again = againOf(experiment)!
    const other = await read(again.text, 'again.json')
    expect([again.exact, fingerprint(other) === fingerprint(experiment)]).toEqual([false, false])
    expect(playedHash(other)).toBe(playedHash(experiment))
    expect(other.lineups.map(({ blocks }) => blocks)).toEqual(experiment.lineups.map(({ blocks }) => blocks))
  })

  it.each([
    [
      "variants: [{ name: default }]\nmatches: 2\nseed: it's\n",
      "evenhand play frontline --ruleset=default --agents=random --seed='it'\\''s' --matches=2",
    ],
    [
      'variants: [{ name: default }]\nlineups: [{ agents: ["mcts:iterations=3", greedy], matches: 5 }]\n',
      'evenhand play frontline --ruleset=default --agents=mcts:iterations=3,greedy --seed=1 --matches=6',
    ],
    // What play could not say again: another name, other rules, two line-ups, a margin, a rule that stops.
    ['', null],
    ['variants: [{ name: default, rules: { turns: 20 } }]\n', null],
    ['variants: [{ name: default }]\nlineups: [{ agents: [random] }, { agents: [greedy] }]\n', null],
    ['variants: [{ name: default }]\nmargin: 3\n', null],
    ['variants: [{ name: default }]\nstop: { width: 3 }\n', null],
  ])('needs a line alone where play can say it: %s', async (text, line) => {
    const name = text === '' ? 'mine' : 'frontline'
    expect(playLine(await read(`game: frontline\nname: ${name}\n${text}`, 'x.yaml'))).toBe(line)
  })
})
