/** Runs with saboteurs in them, taken apart line-up by line-up. */
import { join } from 'node:path'
import { expect } from 'vitest'
import { evenhand } from '../cli/command.ts'
import { reportsIn } from './folders.ts'

/** What is played, and by which saboteurs: options as line-ups have them, each against random. */
export interface Plot {
  readonly seed: string
  readonly saboteurs: readonly string[]
  readonly matches?: number
  readonly decisionSeconds?: number
}

/** Seeds of 24 matches, and what their saboteurs spoil: [block, rotation, seat, decision]. */
export const THREE = { seed: 'f', victims: ['2,1,black,14', '5,0,white,11', '11,1,black,14'] }
export const ONE = { seed: 'v', victims: ['5,1,black,12'] }

export function experimentOf({ seed, saboteurs, matches = 24, decisionSeconds = 60 }: Plot): string {
  return [
    'name: sabotage',
    'game: elephant-men',
    `seed: ${seed}`,
    `matches: ${matches}`,
    `decisionSeconds: ${decisionSeconds}`,
    'rules: { limits.turns: 20 }',
    'lineups:',
    '  - agents: [random]',
    ...saboteurs.map(options => `  - agents: ['./saboteur.mjs${options && `:${options}`}', random]`),
    '',
  ].join('\n')
}

/** A run that came to its end, as its reports tell it. */
export class Told {
  readonly reports: Record<string, string>

  constructor(dir: string) {
    this.reports = reportsIn(dir)
  }

  /**
   * Every row of every table of the line-up with this saboteur (null: with none); its label and numbers, faults' reasons and the
   * name of the run left out.
   */
  rows(options: string | null): string {
    const agent = options === null ? 'random' : labelOf(options)
    const lineup = `${agent} vs random`
    const rows = Object.entries(this.reports).flatMap(([name, text]) =>
      text
        .split('\n')
        .filter(row => row.split(',')[1] === lineup)
        .map(row =>
          `${name} ${name === 'faults.csv' ? row.replace(REASON, '') : row}`
            .replace(/,\d+,/, ',')
            .replace(/ --cell \d+/, '')
            .replace(RUN, '')
            .replaceAll(agent, 'agent'),
        ),
    )
    expect(rows.length).toBeGreaterThan(10)
    return rows.join('\n')
  }

  /** The forfeits of a saboteur: block, rotation, seat, decision, and the reason. */
  faults(options: string): { where: string; reason: string }[] {
    return this.reports['faults.csv']!.split('\n')
      .filter(row => row.split(',')[1] === `${labelOf(options)} vs random`)
      .map(row => {
        const [, , , block, rotation, seat, agent, decision] = row.split(',')
        expect(agent).toBe(labelOf(options))
        expect(this.reports['manifest.json']).toContain(`"seed": "${RUN.exec(row)![1]}"`)
        const reason = REASON.exec(row)![1]!
          .replace(/^"(.*)"$/, '$1')
          .replaceAll('""', '"')
        return { where: [block, rotation, seat, decision].join(','), reason }
      })
  }

  /** What the report says the saboteur did (the same in every match it spoilt), and its victims. */
  reason(options: string, victims: readonly string[]): string {
    const faults = this.faults(options)
    expect(faults.map(({ where }) => where)).toEqual(victims)
    const reasons = new Set(faults.map(({ reason }) => reason))
    expect(reasons.size).toBe(1)
    return [...reasons][0]!
  }
}

/** The columns that name the run, and its seed among them. */
const RUN = /,elephant-men,(\w+),[0-9a-f]{12}$/
/** The column before them in faults.csv. */
const REASON = new RegExp(`,("(?:[^"]|"")*"|[^,"]*)${RUN.source}`)

function labelOf(options: string): string {
  return options === '' ? 'saboteur' : `saboteur:${options}`
}

/** Runs `plot.yaml` of a folder, which must come to its end. */
export async function run(cwd: string, out: string, options: readonly string[] = USUAL): Promise<Told> {
  const { code, err } = await evenhand(['run', 'plot.yaml', '--out', out, '--quiet', ...options], {
    cwd,
    own: true,
  })
  // Leftover timers are reported and harm nothing.
  const others = err.split('\n').filter(line => !line.endsWith('; it changes no result'))
  expect([code, others.join('\n')]).toEqual([0, ''])
  return new Told(join(cwd, out))
}

const USUAL = ['--threads', '2', '--chunk', '3']
