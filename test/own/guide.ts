/** docs/tutorials/adding-a-game.md as a newcomer follows it: its files, and its commands with what they print, in the order of the page. */
import { copyFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { ROOT } from '../../engine/package.ts'

/** A file of the page; lines that are added to a file, one of the page or of docs/examples, come before its last brace. */
export interface GuideFile {
  readonly name: string
  readonly text: string
  readonly added: boolean
}

export interface GuideCommand {
  readonly args: readonly string[]
  /** How its output begins; null where the page does not show it. */
  readonly printed: string | null
  /** A line of the game that the page supposes to be another; null for none. */
  readonly slip: readonly [line: string, other: string] | null
}

/** Commands of which most are others' than evenhand's, in a shell of their own. */
export interface GuideShell {
  readonly lines: readonly string[]
  readonly printed: string | null
}

export type GuideStep =
  | { readonly file: GuideFile }
  | { readonly command: GuideCommand }
  | { readonly shell: GuideShell }

const PAGE = readFileSync(join(ROOT, 'docs/tutorials/adding-a-game.md'), 'utf8')
const BLOCK = /```(\w+)\n([\s\S]*?)```/g
const NAME = /^(?:\/\/|#) ([\w./-]+)(, added)?\n/

/** What the page has a reader do. Throws for a block that is nothing of this. */
export function guideSteps(): GuideStep[] {
  const steps: GuideStep[] = []
  for (const [, language, text] of PAGE.matchAll(BLOCK)) {
    if (language === 'js' || language === 'ts' || language === 'json' || language === 'yaml') {
      const [head, name, added] = NAME.exec(text!)!
      steps.push({ file: { name: name!, text: text!.slice(head.length), added: added !== undefined } })
    } else if (language === 'sh') {
      const lines = text!.trim().split('\n')
      if (lines.length > 1) steps.push({ shell: { lines, printed: null } })
      else steps.push({ command: { args: lines[0]!.split(' ').slice(1), printed: null, slip: null } })
    } else if (language === 'text' && text!.includes('slip.js')) {
      const slip = ['scores: state.pearls', 'scores: state.pearl'] as const
      steps.push({ command: { args: ['check-game', './slip.js'], printed: text!, slip } })
    } else if (language === 'text') {
      const last = steps.pop()!
      if ('command' in last) steps.push({ command: { ...last.command, printed: text! } })
      else if ('shell' in last) steps.push({ shell: { ...last.shell, printed: text! } })
      else throw new Error(`printed by no command: ${text!.slice(0, 80)}`)
    } else throw new Error(`a block that no test reads: ${text!.slice(0, 80)}`)
  }
  return steps
}

/** Writes a file of the page into a folder as its reader would. */
export function writeStep(dir: string, { name, text, added }: GuideFile): void {
  const file = join(dir, name)
  mkdirSync(dirname(file), { recursive: true })
  if (added && !existsSync(file)) copyFileSync(join(ROOT, 'docs/examples', name), file)
  const before = added ? readFileSync(file, 'utf8') : ''
  // Keys that come later in an object take the place of those before.
  writeFileSync(file, added ? before.replace(/\}\n$/, () => `${text}}\n`) : text)
}
