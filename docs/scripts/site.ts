/**
 * `npm run docs`: builds the documentation as a site into docs/.vitepress/dist, with example reports, a match of every
 * game, a gallery of the games, and a reference of the library's functions and types. Fails on a broken link. `DOCS_BASE=/evenhand/` if the site is not at the root.
 */
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { Application } from 'typedoc'
import { build } from 'vitepress'
import { ROOT } from '../../engine/package.ts'
import { LLMS_PAGE } from './llms.ts'
import { evenhand } from './measure.ts'
import { pageOf } from './pages.ts'

const EXAMPLES = pageOf('public', 'examples')
const SITE = pageOf('.vitepress', 'dist')
const API = pageOf('public', 'api')

interface ListedGame {
  readonly id: string
  readonly summary: string
  readonly seats: readonly string[]
  readonly rulesets: readonly string[]
}

const REPORTS: Readonly<Record<string, { title: string; command: string }>> = {
  fair: { title: 'Is Bulwark fair?', command: 'play bulwark --agents learned --matches 600' },
  change: {
    title: 'What does it do to win at 9 favour instead of 7?',
    command: 'compare elephant-men v0.2 favour.win=9 --agents greedy --matches 1000',
  },
}

/** Plays the example reports and one match of every game. */
function playExamples(games: readonly ListedGame[]): void {
  rmSync(EXAMPLES, { recursive: true, force: true })
  mkdirSync(EXAMPLES, { recursive: true })
  for (const [name, { command }] of Object.entries(REPORTS)) {
    evenhand([...command.split(' '), '--out', name, '--quiet'], { cwd: EXAMPLES })
    writeFileSync(join(EXAMPLES, `${name}.html`), readFileSync(join(EXAMPLES, name, 'report.html')))
    rmSync(join(EXAMPLES, name), { recursive: true })
  }
  for (const { id } of games) {
    const records = `${id}.jsonl`
    evenhand(
      [
        'play',
        id,
        '--agents',
        'learned',
        '--matches',
        '2',
        '--records-file',
        records,
        '--no-keep',
        '--quiet',
      ],
      { cwd: EXAMPLES },
    )
    evenhand(['replay', records, '--record', '1', '--html', `${id}.html`], { cwd: EXAMPLES })
    rmSync(join(EXAMPLES, records))
  }
}

/** The reference of what programs import, from the comments in the sources. */
async function writeApi(): Promise<void> {
  const app = await Application.bootstrap({
    name: 'evenhand',
    entryPoints: ['index', 'game', 'agent', 'testing'].map(name => join(ROOT, 'library', `${name}.ts`)),
    tsconfig: join(ROOT, 'tsconfig.build.json'),
    readme: 'none',
    // Types that only others refer to have no page; neither has what a package brings.
    ...{ excludeInternal: true, excludeExternals: true, disableSources: true, logLevel: 'Error' },
  })
  const project = await app.convert()
  if (!project) throw new Error("the library's reference can't be made: its types don't compile")
  await app.generateDocs(project, API)
}

function galleryOf(games: readonly ListedGame[], base: string): string {
  const frame = (name: string, title: string): string =>
    `<iframe src="${base}examples/${name}.html" title="${title}" loading="lazy" style="width:100%;height:640px;border:1px solid var(--vp-c-divider);border-radius:8px"></iframe>\n\n` +
    `<a href="${base}examples/${name}.html" target="_blank">Open in a new tab</a>\n`
  const reports = Object.entries(REPORTS).map(
    ([name, { title, command }]) => `### ${title}\n\n\`evenhand ${command}\`\n\n${frame(name, title)}`,
  )
  const boards = games.map(
    ({ id, summary, seats, rulesets }) =>
      `### ${id}\n\n${summary}. Seats: ${seats.join(', ')}. Rule sets: ${rulesets.join(', ')}.\n\n${frame(id, `A match of ${id}`)}`,
  )
  return [
    '# Games and example reports\n',
    'Everything on this page was played by evenhand when this site was built. Use the arrow keys to step through a match.\n',
    '## Example reports\n',
    ...reports,
    '## Games\n',
    'Trained players play one match of every built-in game.\n',
    ...boards,
  ].join('\n')
}

/** Links of the site's pages to files of the site that do not exist. VitePress checks links between pages. */
function brokenLinks(base: string): string[] {
  const pages = readdirSync(SITE, { recursive: true, encoding: 'utf8' }).filter(name =>
    name.endsWith('.html'),
  )
  return pages.flatMap(page =>
    [...readFileSync(join(SITE, page), 'utf8').matchAll(/(?:href|src)="(\/[^"#?]*)/g)]
      .map(([, link]) => link!)
      .filter(
        link => !link.startsWith(base) || !existsSync(join(SITE, link.slice(base.length) || 'index.html')),
      )
      .map(link => `${page}: ${link}`),
  )
}

const base = process.env.DOCS_BASE ?? '/'
const games = JSON.parse(evenhand(['games', '--json'])) as ListedGame[]
playExamples(games)
await writeApi()
copyFileSync(LLMS_PAGE, pageOf('public', 'llms.txt'))
writeFileSync(pageOf('gallery.md'), galleryOf(games, base))
await build(pageOf())
const broken = [...new Set(brokenLinks(base))]
if (broken.length > 0) {
  process.stderr.write(`${broken.length} links lead nowhere:\n${broken.join('\n')}\n`)
  process.exitCode = 1
} else process.stdout.write(`site: ${SITE}\n`)
