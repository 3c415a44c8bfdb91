/** The words that a hobbyist may not know, at the end of the page. */
import { html, type Markup, section } from '../html.ts'

const WORDS: readonly (readonly [string, string])[] = [
  ['draw', 'A match that nobody wins, for example because it hit the turn limit.'],
  ['score', 'Share of wins, with a draw as half a win. An even game gives every seat the same share.'],
  ['±', 'The 95 % interval: the true value is probably within this distance.'],
  [
    'anytime',
    'Verdicts and anytime intervals stay valid if you check early and keep playing. Other intervals assume that you fixed the number of matches in advance.',
  ],
  [
    'could be chance',
    "The difference isn't significant. Differences are corrected for the number of comparisons on the page (Holm), so the chance of any false alarm is 5 %.",
  ],
  ['block', 'One seed, played once in every seating, so that no player gets luckier seeds.'],
  ['Elo', 'Strength. 100 more means scoring 64 % against the weaker player, 200 means 76 %, 400 means 91 %.'],
  ['mcts', 'Monte Carlo tree search: the player tries many continuations and picks the best move.'],
]

export function wordsSection(): Markup {
  return section('words', 'Words on this page', [
    html`<details><summary>Glossary: ±, blocks, Elo and more</summary><dl class="facts">${WORDS.map(
      ([word, meaning]) => html`<dt>${word}</dt><dd>${meaning}</dd>
`,
    )}</dl></details>`,
  ])
}
