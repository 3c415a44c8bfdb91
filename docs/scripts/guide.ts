/** The steps of a tutorial as its reader follows them: its files, and its commands with what they print. */
import { copyFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { ROOT } from '../../engine/package.ts'

/** A file of the page. Added lines go before the last brace of a file of the page, or of docs/examples. */
export interface GuideFile {
  readonly name: string
  readonly text: string
  readonly added: boolean
}

export interface GuideCommand {
  readonly args: readonly string[]
  /** What it prints, or how that begins; null where the page does not show it. */
  readonly printed: string | null
  /** A typo that the page makes in pearls.js; null for none. */
  readonly slip: readonly [line: string, typo: string] | null
}

/** Blocks of commands that are mostly not evenhand's, run in a separate shell. */
export interface GuideShell {
  readonly lines: readonly string[]
  readonly printed: string | null
}

export type GuideStep =
  | { readonly file: GuideFile }
  | { readonly command: GuideCommand }
  | { readonly shell: GuideShell }

/** Pages that a test follows, one after the other in one folder. */
export const GUIDE_PAGES = ['docs/tutorials/adding-a-game.md', 'docs/guides/game-features.md']

const BLOCK = /```(\w+)\n([\s\S]*?)```/g
const NAME = /^(?:\/\/|#) ([\w./-]+)(, added)?\n/
/** The last line of an output of which the page shows the beginning only. */
const MORE = '...\n'

/** The words of a command; quotes hold words together, and a comment ends it. */
function wordsOf(line: string): string[] {
  return [...line.replace(/ +#.*$/, '').matchAll(/'([^']*)'|\S+/g)].map(([word, quoted]) => quoted ?? word)
}

/** The steps of pages below the project's root. Throws an Error for a block that is none. */
export function guideSteps(pages: readonly string[] = GUIDE_PAGES): GuideStep[] {
  const steps: GuideStep[] = []
  for (const page of pages)
    for (const [, language, text] of readFileSync(join(ROOT, page), 'utf8').matchAll(BLOCK)) {
      if (language === 'js' || language === 'ts' || language === 'json' || language === 'yaml') {
        const [head, name, added] = NAME.exec(text!)!
        steps.push({ file: { name: name!, text: text!.slice(head.length), added: added !== undefined } })
      } else if (language === 'sh') {
        const lines = text!
          .trim()
          .split('\n')
          .filter(line => !line.startsWith('#'))
        if (lines.length > 1) steps.push({ shell: { lines, printed: null } })
        else steps.push({ command: { args: wordsOf(lines[0]!).slice(1), printed: null, slip: null } })
      } else if (language === 'text' && text!.includes('slip.js')) {
        const slip = ['scores: state.pearls', 'scores: state.pearl'] as const
        steps.push({ command: { args: ['check-game', './slip.js'], printed: text!, slip } })
      } else if (language === 'text') {
        const last = steps.pop()!
        const printed = text!.endsWith(MORE) ? text!.slice(0, -MORE.length) : text!
        if ('command' in last) steps.push({ command: { ...last.command, printed } })
        else if ('shell' in last) steps.push({ shell: { ...last.shell, printed } })
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
