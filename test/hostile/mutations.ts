/** Shipped files, damaged by accident or by an attacker. */
import fc from 'fast-check'

/** What takes the place of a word: every kind of value, and what has a meaning to YAML, prototypes, paths or terminals. */
const TOKENS = [
  ...[
    '',
    '~',
    'null',
    'true',
    '0',
    '-0',
    '-1',
    '0x10',
    '0o17',
    '1e400',
    '-.inf',
    '.nan',
    '9007199254740993',
    '1e21',
  ],
  ...[
    '1.5',
    '""',
    '"\\u202e"',
    '"\\e[31m"',
    '"\\0"',
    '"\\ud800"',
    "'",
    '"',
    '[]',
    '{}',
    '[[[[',
    '{{{{',
    '[{}, [~]]',
  ],
  ...[
    '__proto__',
    'constructor',
    'prototype',
    'toString',
    'hasOwnProperty',
    'a.__proto__.b',
    'valueOf: 1',
    '..',
    '.',
  ],
  ...[
    '../../x',
    '/dev/zero',
    '/etc/passwd',
    'C:\\x',
    './x.js',
    './',
    'CON',
    '=1+1',
    '@x',
    '%s',
    '$0',
    '-',
    '- -',
    '? ',
  ],
  ...[
    ': ',
    ':',
    '#',
    '&a',
    '*a',
    '&a [*a]',
    '<<: *a',
    '!!js/function x',
    '!x',
    '%YAML 1.1',
    '---',
    '...',
    '|',
    '>-',
  ],
  ...['\t', '\r', '\0', '\x1b[2J', '\u202e', '\ufeff', '\u2028', '\x7f', 'x'.repeat(5000), '['.repeat(200)],
  ...[
    '2020-01-01',
    'mcts:iterations=0',
    'mcts:x',
    'random,random',
    'mcts:__proto__=1',
    'name',
    'rules',
    'ruleset',
    'v0.1',
  ],
]

const at = fc.nat(1_000_000)
const edit = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({ kind: fc.constant('token' as const), at, token: fc.constantFrom(...TOKENS) }),
  },
  fc.record({ kind: fc.constantFrom('delete' as const, 'duplicate' as const, 'indent' as const), at }),
  fc.record({ kind: fc.constant('swap' as const), at, to: at }),
)
type Edit = typeof edit extends fc.Arbitrary<infer T> ? T : never

/** Words, numbers and what is in quotes; spaces and marks stand between them. */
const WORD = /[\w.-]+|"[^"]*"/g

function edited(text: string, change: Edit): string {
  const lines = text.split('\n')
  const line = change.at % lines.length
  switch (change.kind) {
    case 'delete':
      return lines.toSpliced(line, 1).join('\n')
    case 'duplicate':
      return lines.toSpliced(line, 0, lines[line]!).join('\n')
    case 'indent':
      return lines.with(line, `  ${lines[line]}`).join('\n')
    case 'swap': {
      const to = change.to % lines.length
      return lines.with(line, lines[to]!).with(to, lines[line]!).join('\n')
    }
    case 'token': {
      const words = [...text.matchAll(WORD)]
      const word = words[change.at % words.length]
      if (!word) return change.token
      return text.slice(0, word.index) + change.token + text.slice(word.index + word[0].length)
    }
  }
}

/** One of the texts after some edits of its lines and words, and at times with bits of its bytes turned over. */
export function mutated(texts: readonly string[]): fc.Arbitrary<Buffer> {
  // What comments say is of no interest to readers.
  const plain = texts.map(text => text.replace(/^#.*\n/gm, ''))
  const flips = fc.oneof(
    { weight: 3, arbitrary: fc.constant([]) },
    fc.array(fc.record({ at, bit: fc.nat(7) }), { minLength: 1, maxLength: 2 }),
  )
  return fc
    .record({ text: fc.constantFrom(...plain), edits: fc.array(edit, { maxLength: 3 }), flips })
    .map(({ text, edits, flips }) => {
      const bytes = Buffer.from(edits.reduce(edited, text))
      for (const flip of bytes.length > 0 ? flips : []) bytes[flip.at % bytes.length]! ^= 1 << flip.bit
      return bytes
    })
}
