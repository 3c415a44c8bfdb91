/** The gauges of a match over its moments: a line for each seat, on which scripts show the moment in view. */
import type { GameInfo } from '../../../engine/contract/index.ts'
import { lacksGauges } from '../../../engine/plain/index.ts'
import { html, type Markup, NOTHING } from '../html.ts'
import type { Moment } from './moments.ts'
import type { TurningPoint } from './turning.ts'

/** Units of height; the width is the number of moments. */
const HEIGHT = 100

/** Dashes by seat, so that lines differ without colours. */
const DASHES: readonly string[] = ['none', '7 4', '2 3', '10 3 2 3', '4 2', '1 4']

/** A strip for each gauge, the headline's first. */
export function stripsOf(info: GameInfo, moments: readonly Moment[], turning: TurningPoint | null): Markup[] {
  const { gauges, seats } = info
  return gauges.map(({ label, zeroSum }, gauge) => {
    // It would be flat until the end.
    if (gauge === 0 && lacksGauges(info)) return NOTHING
    // One line shows both seats of a zero-sum gauge.
    const shown = zeroSum ? seats.slice(0, 1) : seats
    const rows = shown.map((name, seat) => ({
      name,
      values: moments.map(({ gauges: values }) => values[gauge]![seat]!),
    }))
    const all = rows.flatMap(({ values }) => values)
    const [low, high] = [Math.min(0, ...all), Math.max(0, ...all)]
    if (low === high) return NOTHING
    const y = (value: number): number => Math.round((HEIGHT * (high - value)) / (high - low))
    const lines = rows.map(
      ({ values }, seat) =>
        html`<polyline class="v${seat % DASHES.length}" points="${values.map((value, i) => `${i},${y(value)}`).join(' ')}"/>`,
    )
    const mark =
      turning && gauge === 0 ? html`<path class="turn" d="M${turning.moment} 0V${HEIGHT}"/>` : NOTHING
    const ends = rows.map(({ name, values }) => `${name} from ${values[0]} to ${values.at(-1)}`).join(', ')
    return html`<figure class="strip${gauge === 0 ? ' first' : ''}"><figcaption>${label}${zeroSum ? ` (${seats[0]})` : ''} <span>${low} to ${high}</span></figcaption><div class="track"><svg viewBox="0 0 ${Math.max(1, moments.length - 1)} ${HEIGHT}" preserveAspectRatio="none" role="img" aria-label="${label}: ${ends}, between ${low} and ${high}"><path class="zero" d="M0 ${y(0)}H${moments.length}"/>${mark}${lines}</svg></div></figure>
`
  })
}

/** The line of a seat, for a legend; nothing where one line shows both seats. */
export function lineSample(info: GameInfo, seat: number): Markup {
  const isDrawn = info.gauges.some(({ zeroSum }, gauge) => !zeroSum && !(gauge === 0 && lacksGauges(info)))
  if (!isDrawn) return NOTHING
  return html`<svg class="sample" viewBox="0 0 30 8" aria-hidden="true"><path class="v${seat % DASHES.length}" d="M0 4h30"/></svg> `
}

/** Which line is whose, where no board has a legend. */
export function linesKey(info: GameInfo): Markup {
  if (lineSample(info, 0) === NOTHING) return NOTHING
  return html`<ul class="key" aria-label="Lines">${info.seats.map(
    (name, seat) => html`<li>${lineSample(info, seat)}${name}</li>`,
  )}</ul>`
}

export const STRIP_STYLE = DASHES.map(
  (dash, seat) =>
    `.v${seat}{fill:none;stroke:var(--l${seat + 1});stroke-width:2;stroke-dasharray:${dash};vector-effect:non-scaling-stroke}`,
).join('\n')
