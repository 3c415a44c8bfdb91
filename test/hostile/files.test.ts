import { execFileSync } from 'node:child_process'
import { chmodSync, mkdirSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { evenhand, folder } from '../cli/command.ts'
import { expectError } from '../cli/messages.ts'
import { expectRefused, type Refusal, testRefusals } from './commands.ts'

const MANY = 50 * 1024 * 1024
const RECORD = '{"game":"elephant-men","decisions":[]}\n'
const cwd = folder()

/** Makes a file in the folder; a large one repeats its text up to 50 MB. */
function make(name: string, content: string | Buffer, large = false): void {
  const bytes = Buffer.from(content)
  writeFileSync(join(cwd, name), large ? Buffer.alloc(MANY, bytes) : bytes)
}

/** What is no file that could be read to its end, and what is said about it. */
const ODD: readonly [string, string | RegExp][] = [
  ['folder', 'is a directory'],
  ['pipe', 'is not a regular file'],
  ['/dev/zero', 'is not a regular file'],
  ['/dev/random', 'is not a regular file'],
  ['loop', 'has symbolic links that form a loop'],
  ['none', 'no such file'],
  ['pipe/x', 'no such file'],
  [`${'x/'.repeat(5000)}x`, 'the file name is too long'],
  ['endless', /is too large|a line of more than/],
  // Root may read everything.
  ['locked', /permission denied|found \[\], expected keys and values/],
]

/** Bytes of files, and what is said about them. */
const BYTES: readonly [string | Buffer, string | RegExp][] = [
  ['', 'is empty'],
  [Buffer.from('game: x\na: \xff\n', 'latin1'), /(:2:1: is not UTF-8 text|:1:1: decisions is missing)/],
  [Buffer.from('\ufeffgame: x\n', 'utf16le'), ':1:1: is not UTF-8 text'],
  [Buffer.from([0x61, 0xed, 0xa0, 0x80]), ':1:1: is not UTF-8 text'],
  ['game: x\0\n', ':1:8: control character U+0000'],
  ['game: x\rdecisions: []\r', ':1:8: control character U+000D'],
  ['game: \x1b[31m\n', ':1:7: control character U+001B'],
  ['game: \u009b31m\n', ':1:7: control character U+009B'],
  ['game: x # \u202egpj\n', ':1:11: control character U+202E'],
  ['game: "\\u2066x"\n', ':1:7: "\\u2066x" contains a control character'],
  ['game: "\\ud83d"\n', ':1:7: "\\ud83d" contains a control character'],
  ['game: x\u2028y\n', ':1:8: control character U+2028'],
  ['\ufeffgame: ]\n', ':1:7: not valid YAML: unexpected ]'],
]

/** 50 MB of a text over and over; what `replay` says, which streams, and so looks at what is in there. */
const LARGE: readonly [string, string][] = [
  ['[', ':1:1: a line of more than 4194304 bytes'],
  [' \n', ' of blank lines, expected records'],
  ['{"__proto__":\n', ':1:14: not valid YAML'],
  ['k: 1\n', ':1:1: unknown key "k"'],
]

/** Every way to read a file of keys and values. */
function reads(file: string, expected: string | RegExp): Refusal[] {
  return [
    [['run', file], expected],
    [['replay', file], file === 'folder' ? 'holds no journal.jsonl, expected the folder of a run' : expected],
    [['play', 'elephant-men', '--ruleset', file.startsWith('/') ? file : `./${file}`], expected],
  ]
}

function makeOdd(): void {
  execFileSync('mkfifo', [join(cwd, 'pipe'), join(cwd, 'pipe.js')])
  symlinkSync('loop', join(cwd, 'loop'))
  mkdirSync(join(cwd, 'folder'))
  make('endless', '')
  truncateSync(join(cwd, 'endless'), 2 ** 40)
  make('locked', '[]')
  chmodSync(join(cwd, 'locked'), 0)
}

describe('what is no file to be read to its end is refused wherever one is read', () => {
  const modules = ['./pipe.js', '/dev/zero', './'].flatMap((path): Refusal[] =>
    [
      ['play', 'elephant-men', '--agents', path],
      ['play', path],
    ].map(args => [args, 'is not a regular file, expected a module']),
  )
  testRefusals(cwd, [...ODD.flatMap(([file, expected]) => reads(file, expected)), ...modules], makeOdd)
})

describe('bytes that are not plain text are refused wherever a file is read, with their place', () => {
  const cases = BYTES.flatMap(([, expected], i) => reads(`bytes${i}`, expected))
  testRefusals(cwd, cases, () => {
    for (const [i, [content]] of BYTES.entries()) make(`bytes${i}`, content)
  })
})

describe('50 MB are refused', () => {
  const records = LARGE.map(([, expected], i): Refusal => [['replay', `large${i}.jsonl`], expected])
  const tooLarge = 'is too large (52428800 bytes), expected at most 4194304 bytes (4 MiB)'
  const others: Refusal[] = [
    [['run', 'large0.jsonl'], tooLarge],
    [['play', 'elephant-men', '--ruleset', './large1.jsonl'], tooLarge],
  ]
  testRefusals(cwd, [...records, ...others], () => {
    for (const [i, [content]] of LARGE.entries()) make(`large${i}.jsonl`, content, true)
  })

  test.each([
    ['x', 'stdin:1:1: a line of more than'],
    ['\n', 'of blank lines, expected records'],
  ])('from stdin: %j', async (text, expected) => {
    const ended = await evenhand(['replay', '-'], { stdin: text.repeat(MANY / text.length), own: true })
    expectRefused({ ...ended, code: ended.code ?? -1, seconds: 0 }, expected)
  })
})

describe('records', () => {
  test('a line that is wrong is told by its own place, after the records above it', async () => {
    make('short.jsonl', `\ufeff${RECORD}\r\n \n${RECORD}\n{"game":\n`)
    const { code, out, err } = await evenhand(['replay', 'short.jsonl'], { cwd })
    expect(code).toBe(2)
    expectError(err, 'short.jsonl:6:9', ['YAML', 'flow map'])
    expect(out.match(/== record/g)).toHaveLength(2)
  })

  test('may be a document from stdin that begins far down, or with a byte order mark', async () => {
    const stdin = `\ufeff\n\r\n${'\n'.repeat(70_000)}game: elephant-men\n\n\ndecisions: [x]\n`
    const { code, err } = await evenhand(['replay', '-'], { stdin, own: true })
    expect(code).toBe(2)
    expect(err).toMatch(/^stdin:70006:13: decision 1: unknown seat "x"/)
  })
})
