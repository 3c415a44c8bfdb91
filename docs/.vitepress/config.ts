/** The documentation as a site: `npm run docs` builds it (docs/scripts/site.ts). */
import { readFileSync } from 'node:fs'
import { dirname, join, posix } from 'node:path'
import { type DefaultTheme, defineConfig } from 'vitepress'

const DOCS = join(import.meta.dirname, '..')
const { repository, description } = JSON.parse(readFileSync(join(DOCS, '..', 'package.json'), 'utf8'))
const SOURCE = `${repository.url.replace(/^git\+|\.git$/g, '')}/blob/main`

/** The sidebar is the list of pages in docs/README.md: a heading a group, a link an entry. */
function sidebar(): DefaultTheme.SidebarItem[] {
  const groups = readFileSync(join(DOCS, 'README.md'), 'utf8').split(/^## /m).slice(1)
  return groups.map(group => ({
    text: group.split('\n', 1)[0]!,
    items: [...group.matchAll(/^- \[([^\]]+)\]\(([^)]+)\.md\)/gm)].map(([, text, path]) => ({
      text: text!,
      link: `/${path!.replace(/README$/, '')}`,
    })),
  }))
}

export default defineConfig({
  title: 'evenhand',
  description,
  lang: 'en',
  base: process.env.DOCS_BASE ?? '/',
  rewrites: { 'README.md': 'index.md', 'studies/README.md': 'studies/index.md' },
  srcExclude: ['scripts/**', 'examples/**'],
  ignoreDeadLinks: [/^\/(examples|api)\//],
  cleanUrls: false,
  themeConfig: {
    search: { provider: 'local' },
    outline: [2, 3],
    socialLinks: [],
    nav: [
      { text: 'First run', link: '/tutorials/first-run' },
      { text: 'Your own game', link: '/tutorials/adding-a-game' },
      { text: 'Games', link: '/gallery' },
      { text: 'API', link: '/api/index.html', target: '_self' },
      { text: 'Studies', link: '/studies/' },
    ],
    sidebar: sidebar(),
  },
  markdown: {
    config(md) {
      /** Links to files outside of docs/ lead to the repository. */
      const open =
        md.renderer.rules.link_open ??
        ((tokens, i, options, _env, self) => self.renderToken(tokens, i, options))
      md.core.ruler.push('repository-links', state => {
        const page = posix.join('docs', state.env.relativePath ?? '')
        for (const token of state.tokens.flatMap(({ children }) => children ?? [])) {
          const href = token.type === 'link_open' ? token.attrGet('href') : null
          if (href === null || href === undefined || /^(\w+:|#|\/)/.test(href)) continue
          const target = posix.join(dirname(page), href)
          if (!target.startsWith('docs/') || /^docs\/(scripts|examples)\/|\.ipynb$/.test(target))
            token.attrSet('href', `${SOURCE}/${target}`)
        }
      })
      md.renderer.rules.link_open = open
    },
  },
})
