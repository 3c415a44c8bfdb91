/** `npm run analysis` renews the answers of docs/guides/analysis.md by the commands that the page names. */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ROOT } from '../../engine/package.ts'
import { evenhand } from './measure.ts'
import { isMain, pageOf } from './pages.ts'

export const PAGE = pageOf('guides', 'analysis.md')

/** The blocks of code of a page in a language. */
function blocksOf(page: string, language: string): string[] {
  return [...page.matchAll(new RegExp(`^\`\`\`${language}\n([\\s\\S]*?)^\`\`\``, 'gm'))].map(
    ([, code]) => code!,
  )
}

/** The languages of the page's recipes; `pandas` are those in Python that import it. */
export const LANGUAGES = ['sql', 'js', 'python', 'pandas', 'r'] as const
type Language = (typeof LANGUAGES)[number]

/** Blocks of code, and their answers if they have some. */
const RECIPES = /^```(sql|js|python|r)\n([\s\S]*?)^```\n(?:\n```text\n[\s\S]*?^```\n)?/gm

function languageOf(fence: string, code: string): Language {
  return fence === 'python' && code.includes('import pandas') ? 'pandas' : (fence as Language)
}

/** The recipes of a page in one language, with their answers. */
export function recipesIn(page: string, language: Language): string[] {
  return [...page.matchAll(RECIPES)]
    .filter(([, fence, code]) => languageOf(fence!, code!) === language)
    .map(([recipe]) => recipe)
}

/** What runs a file of the language; null where this machine lacks it. */
export function runnerOf(language: Language): string | null {
  const works = (command: string, ...args: readonly string[]) => spawnSync(command, args).status === 0
  switch (language) {
    case 'sql':
    case 'js':
      return process.execPath
    case 'r':
      return works('Rscript', '--version') ? 'Rscript' : null
    default: {
      const asked = language === 'pandas' ? 'import pandas' : ''
      return PYTHONS.find(python => works(python, '-c', asked)) ?? null
    }
  }
}

/** The last is the system's own, to which its packages belong. */
const PYTHONS = ['python3', '/usr/bin/python3']

const FILES: Readonly<Record<Language, string>> = {
  sql: 'query.sql',
  js: 'program.mjs',
  python: 'program.py',
  pandas: 'program.py',
  r: 'program.r',
}

/** The page with an answer below each recipe whose language this machine has. Throws an Error if one fails. */
export function answered(page: string): string {
  const cwd = mkdtempSync(join(tmpdir(), 'evenhand-docs-'))
  const run = (command: string, ...args: readonly string[]): string => {
    const { status, stdout, stderr } = spawnSync(command, args, { cwd, encoding: 'utf8' })
    if (status !== 0) throw new Error(`${[command, ...args].join(' ')}: ${stderr}`)
    return stdout
  }
  try {
    // Programs find the packages that the page names.
    symlinkSync(join(ROOT, 'node_modules'), join(cwd, 'node_modules'))
    for (const line of blocksOf(page, 'sh').join('').trimEnd().split('\n'))
      evenhand([...line.split(' ').slice(1), '--quiet'], { cwd })
    return page.replace(RECIPES, (recipe, fence: string, code: string) => {
      const language = languageOf(fence, code)
      const runner = runnerOf(language)
      if (runner === null) return recipe
      const file = join(cwd, FILES[language])
      writeFileSync(file, code)
      const answer =
        language === 'sql' ? evenhand(['query', 'runs', code.trimEnd()], { cwd }) : run(runner, file)
      return `\`\`\`${fence}\n${code}\`\`\`\n\n\`\`\`text\n${answer}\`\`\`\n`
    })
  } finally {
    rmSync(cwd, { recursive: true, force: true })
  }
}

if (isMain(import.meta.url)) {
  for (const language of LANGUAGES)
    if (runnerOf(language) === null)
      process.stderr.write(`npm run analysis: found no ${language}; its answers stay as they are\n`)
  writeFileSync(PAGE, answered(readFileSync(PAGE, 'utf8')))
}
