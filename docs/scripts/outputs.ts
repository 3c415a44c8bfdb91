/**
 * `npm run outputs [PAGE ...]`: runs the commands of README.md and the tutorials, and renews what the pages say they
 * print. A block that ends with a line "..." keeps as many lines as it has. Other pages, such as
 * docs/guides/find-a-fix.md, whose commands take minutes, are renewed if they are named.
 */
import { mkdirSync, mkdtempSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ROOT } from '../../engine/package.ts'
import { GUIDE_PAGES, guideSteps, writeStep } from './guide.ts'
import { evenhand } from './measure.ts'

const PAGES = [
  'README.md',
  ...GUIDE_PAGES,
  'docs/tutorials/first-run.md',
  'docs/tutorials/compare-rules.md',
  'docs/tutorials/overnight-run.md',
]
const chosen = process.argv.slice(2)
const dir = mkdtempSync(join(tmpdir(), 'evenhand-outputs-'))
writeFileSync(join(dir, 'package.json'), '{"type":"module"}')
mkdirSync(join(dir, 'node_modules'))
symlinkSync(ROOT, join(dir, 'node_modules/evenhand'))
symlinkSync(join(ROOT, 'configs'), join(dir, 'configs'))

/** `text` with the lines of a block that shows `printed`, or its beginning, taken from `now`. */
function renewed(text: string, printed: string, now: string): string {
  if (!text.includes(`\`\`\`text\n${printed}...\n`))
    return text.replace(`\`\`\`text\n${printed}`, () => `\`\`\`text\n${now}`)
  const shown = now
    .split('\n')
    .slice(0, printed.split('\n').length - 1)
    .join('\n')
  return text.replace(`\`\`\`text\n${printed}`, () => `\`\`\`text\n${shown}\n`)
}

for (const page of new Set([...PAGES, ...chosen])) {
  const isChosen = chosen.length === 0 || chosen.includes(page)
  if (!isChosen && !GUIDE_PAGES.includes(page)) continue
  const file = join(ROOT, page)
  let text = readFileSync(file, 'utf8')
  for (const step of guideSteps([page])) {
    if ('file' in step) writeStep(dir, step.file)
    if (!isChosen || !('command' in step) || step.command.printed === null) continue
    const { args, printed, slip } = step.command
    if (slip)
      writeFileSync(
        join(dir, 'slip.js'),
        readFileSync(join(dir, 'pearls.js'), 'utf8').replace(slip[0], slip[1]),
      )
    process.stderr.write(`evenhand ${args.join(' ')}\n`)
    text = renewed(
      text,
      printed,
      evenhand([...args], { cwd: dir, accepted: slip ? 1 : 0 }).replaceAll(
        join(ROOT, 'bin', 'evenhand'),
        'bin/evenhand',
      ),
    )
    writeFileSync(file, text)
  }
}
