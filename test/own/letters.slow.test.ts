/** What a check blames guesses for: what cannot be and what chance does not deal, not that they leave out what others' choices tell. */
import { describe, expect, it } from 'vitest'
import type { GameFinding } from '../../engine/checks/index.ts'
import { defineGame } from '../../library/game.ts'
import { lawsOf } from '../../library/testing.ts'
import { findingsOf } from './findings.ts'
import { cardsWithout, dealt, LETTERS, seen } from './letters.ts'

type Guess = NonNullable<typeof LETTERS.determinize>

const findings = (determinize: Guess): GameFinding[] =>
  findingsOf({ ...LETTERS, determinize }, 5).filter(({ severity }) => severity !== 'note')

describe('a check of guesses at hands of which choices tell something', () => {
  it('warns of honest ones, and says what that means', () => {
    const found = findings(LETTERS.determinize!)
    expect(found.map(({ severity }) => severity)).toEqual(['warning'])
    expect(found[0]?.wrong).toMatch(
      /^once seats have made choices, guesses .* different odds than random play$/,
    )
    expect(found[0]?.found).toMatch(/^hands\[[01]\]\[0\] was "\w+" \d+ times only in play/)
    expect(found[0]?.advice).toMatch(/^this may be fine: .* Searches then overrate some hands/)
  })

  it('and laws let them be, unless they are to be exact', () => {
    const game = defineGame(LETTERS)
    const compiled = game.compile(game.id, game.schema.parse({}))
    for (const exactGuesses of [false, true]) {
      const laws = lawsOf(compiled, { exactGuesses, samples: 800 }).filter(({ name }) => /guesses/.test(name))
      const check = () => {
        for (const law of laws) law.check()
      }
      if (exactGuesses) expect(check).toThrow(/word by word/)
      else expect(check).not.toThrow()
    }
  })

  it.each<[string, Guess, RegExp, RegExp]>([
    [
      'are not shuffled',
      view => dealt(view, cardsWithout(seen(view))),
      /^guesses .* the wrong odds, even before any seat makes a choice$/,
      /was "princess" 0 times only in play/,
    ],
    [
      'deal each kind as often as another',
      (view, { random }) => dealt(view, random.shuffle([...new Set(cardsWithout(seen(view)))])),
      /^guesses .* the wrong odds, even before any seat makes a choice$/,
      /was "guard" \d+ times only in play/,
    ],
    [
      'deal cards that were played',
      (view, { random }) => dealt(view, random.shuffle(cardsWithout(view.hands.flat()))),
      /^guesses at hidden information contain too many of something$/,
      /^\w+'s guess has "\w+" \d times \(hands\[[01]\]\[0\], gone\[\d\].*\); expected at most \d, the most/,
    ],
    [
      'deal a card that the game does not have',
      (view, { random }) => dealt(view, random.shuffle([...cardsWithout(seen(view)), 'joker'])),
      /^guesses /,
      /"joker"/,
    ],
    [
      'deal otherwise once something was played, what there is not',
      (view, context) =>
        view.gone.length < 4 ? LETTERS.determinize!(view, context) : dealt(view, ['joker', 'joker']),
      /^a guess at hidden information is a position that play can't reach$/,
      /"joker" 0 times only in play/,
    ],
  ])('calls those an error that %s', (_what, determinize, wrong, told) => {
    const errors = findings(determinize).filter(({ severity }) => severity === 'error')
    expect(errors.map(one => one.wrong)).toEqual([expect.stringMatching(wrong)])
    expect(errors[0]?.found).toMatch(told)
  })
})
