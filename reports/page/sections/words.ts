/** The words that a hobbyist may not know, at the end of the page. */
import { html, type Markup, section } from '../html.ts'

const WORDS: readonly (readonly [string, string])[] = [
  ['draw', 'A match that nobody wins: the players agreed, were stuck, or hit the turn limit.'],
  ['score', 'Share of wins, with a draw as half a win. An even game gives every seat the same share.'],
  ['±', 'The true value lies within this distance, with 95 % confidence.'],
  [
    '“one look”',
    'A narrower interval, valid only if you fixed the number of matches in advance. Verdicts, and intervals “at every look”, stay valid if you check early and keep playing.',
  ],
  [
    'could be chance',
    'The interval still includes no difference. Intervals of differences are widened for the number of comparisons on the page (Holm), so there is a 5 % chance of one false alarm among them.',
  ],
  ['block', 'One seed, played once in every seating, so that no player has the luckier seeds.'],
  ['Elo', 'Strength. 100 more means scoring 64 % against the weaker player, 200 means 76 %, 400 means 91 %.'],
  ['mcts', 'Monte Carlo tree search: it plays out many continuations in its head and picks the best.'],
]

export function wordsSection(): Markup {
  return section('words', 'Words on this page', [
    html`<details><summary>Glossary: ±, “one look”, Elo and more</summary><dl class="facts">${WORDS.map(
      ([word, meaning]) => html`<dt>${word}</dt><dd>${meaning}</dd>
`,
    )}</dl></details>`,
  ])
}
