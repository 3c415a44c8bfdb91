/** The answers of docs/analysis.md, had by the commands that the page names. Run it to renew the page. */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { ROOT } from '../../engine/package.ts'

/** The page with the queries. */
export const PAGE = join(ROOT, 'docs', 'analysis.md')
const MAIN = join(ROOT, 'dist', 'cli', 'main.js')

/** The blocks of code of a page in a language. */
function blocksOf(page: string, language: string): string[] {
  return [...page.matchAll(new RegExp(`^\`\`\`${language}\n([\\s\\S]*?)^\`\`\``, 'gm'))].map(
    ([, code]) => code!,
  )
}

/** The page with the answers of its queries and programs under them. Throws an Error if one fails. */
export function answered(page: string): string {
  const cwd = mkdtempSync(join(tmpdir(), 'evenhand-docs-'))
  const run = (command: string, ...args: readonly string[]): string => {
    const { status, stdout, stderr } = spawnSync(command, args, { cwd, encoding: 'utf8' })
    if (status !== 0) throw new Error(`${[command, ...args].join(' ')}: ${stderr}`)
    return stdout
  }
  try {
    for (const line of blocksOf(page, 'sh').join('').trimEnd().split('\n'))
      run(process.execPath, MAIN, ...line.split(' ').slice(1), '--quiet')
    const plain = page.replace(/^(```(?:sql|js|python)\n[\s\S]*?^```\n)\n```text\n[\s\S]*?^```\n/gm, '$1')
    return plain.replace(
      /^```(sql|js|python)\n([\s\S]*?)^```\n/gm,
      (block, language: string, code: string) => {
        const file = join(cwd, language === 'js' ? 'program.mjs' : 'program.py')
        writeFileSync(file, code)
        const answer =
          language === 'sql'
            ? run(process.execPath, MAIN, 'query', 'runs', code.trimEnd())
            : run(language === 'js' ? process.execPath : 'python3', file)
        return `${block}\n\`\`\`text\n${answer}\`\`\`\n`
      },
    )
  } finally {
    rmSync(cwd, { recursive: true, force: true })
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url))
  writeFileSync(PAGE, answered(readFileSync(PAGE, 'utf8')))
