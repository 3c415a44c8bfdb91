#!/usr/bin/env node
/**
 * `npm run lint` holds what people read to the project's style: Markdown, and the sentences in string literals. Prints
 * `file:line:column: what, and what to write instead`, and exits 1 if there is anything.
 */
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import ts from 'typescript'

const ROOT = join(dirname(fileURLToPath(import.meta.url)), '..')
const MAX_WORDS = 35

/** Phrases that read as if translated. */
const BANNED = [
  [
    /(?<!\bthere )\b(?:is|are|was|were) no (?!longer\b|more\b|less\b|fewer\b|use\b)/gi,
    '"isn\'t a" or "has no"',
  ],
  [/\b(?:as (?:it|they) (?:is|are|was|were))(?=[\s.,;:)]|$)(?! (?:a|an|the|in|to|not)\b)/gi, '"unchanged"'],
  [/\bgoes on (?:from|with|in|to)\b/gi, '"continues"'],
  [/\b(?:one|who) looks\b/gi, '"you look"'],
  [/\b(?:is|are) (?:told|asked about|looked at)\b/gi, 'say who does it'],
  [/\bhalf-?way\b/gi, '"at half-time"'],
  [/\bin vain\b/gi, '"without effect"'],
  [/\bwhom\b/gi, '"who", or name them'],
  [/\banew\b/gi, '"again"'],
  [/\bhold to what\b/gi, '"check against"'],
  [/\bfor who\b/gi, '"for readers who"'],
  [/\bhowever often one\b/gi, '"at any time"'],
  [/\bwho does without\b/gi, '"without it"'],
  [/\bbe it\b/gi, '"whether"'],
  [/\bwithout a winner\b/gi, '"draw"'],
  [/\bof its own accord\b/gi, '"by itself"'],
]
/** History, which belongs into git, and doubt, which belongs into a measurement. */
const NOT_IN_DOCS = [
  [/(?<![\w-])20\d\d-\d\d-\d\d\b/g, 'no dates: say what is true now'],
  [/\bload average\b/gi, 'no load averages: measure on an idle machine'],
  [/\bidle (?:two-core )?virtual machine\b/gi, 'say what a reader may expect on an ordinary machine'],
]

const failures = []

/** Reports what `patterns` match in `text`, which stands at `offset` of a file whose lines begin at `starts`. */
function report(file, source, text, offset, patterns) {
  for (const [pattern, advice] of patterns)
    for (const match of text.matchAll(pattern))
      fail(file, source, offset + match.index, `"${match[0]}": ${advice}`)
}

function fail(file, source, offset, message) {
  const before = source.slice(0, offset)
  const line = before.split('\n').length
  failures.push(`${file}:${line}:${offset - before.lastIndexOf('\n')}: ${message}`)
}

/** Reports sentences of more than MAX_WORDS words. Colons before a list and line breaks in lists end a sentence, too. */
function reportLength(file, source, text, offset) {
  let start = 0
  for (const sentence of text.split(
    /(?<=[.!?:;]["”)]?)\s+(?=["“(`*[]*[\p{Lu}\d`])|\n\s*\n|\n(?=\s*(?:[-*|>]|\d+\.) )|\s\|\s/u,
  )) {
    const words = sentence.split(/\s+/).filter(word => /[\p{L}\d]/u.test(word)).length
    const at = text.indexOf(sentence, start)
    if (words > MAX_WORDS)
      fail(file, source, offset + at, `a sentence of ${words} words: split it (at most ${MAX_WORDS})`)
    start = at + sentence.length
  }
}

/** Blanks out what isn't prose, keeping every offset. */
const blank = (text, pattern) => text.replace(pattern, part => part.replace(/[^\n]/g, ' '))

function checkMarkdown(file) {
  const source = readFileSync(join(ROOT, file), 'utf8')
  let text = source
  for (const part of [
    /^---\n.*?\n---\n/s,
    /^( *)```.*?^\1```/gms,
    /^ {4}\S.*$/gm,
    /<!--.*?-->/gs,
    /<[^>\n]+>/g,
    /\]\([^)]*\)/g,
  ])
    text = blank(text, part)
  text = text.replace(/`[^`\n]*`/g, code => 'X'.repeat(code.length))
  report(file, source, text, 0, BANNED)
  if (file.startsWith('docs/') || file === 'README.md') report(file, source, text, 0, NOT_IN_DOCS)
  reportLength(file, source, text, 0)
}

/** Styles, scripts and markup of pages. */
const isCode = text => /\{[^}]*;|=>|<\/|function \(/.test(text)

/** String literals and templates of at least five words. */
function checkSource(file) {
  const source = readFileSync(join(ROOT, file), 'utf8')
  const tree = ts.createSourceFile(file, source, ts.ScriptTarget.Latest, true)
  const visit = node => {
    const isText =
      ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node) || ts.isTemplateExpression(node)
    if (isText && !ts.isImportDeclaration(node.parent)) {
      const text = node.getText(tree).replace(/\$\{[^}]*\}/g, part => 'X'.repeat(part.length))
      if (text.trim().split(/\s+/).length >= 5) {
        report(file, source, text, node.getStart(tree), BANNED)
        // Messages say what was found; and what was expected.
        if (!isCode(text))
          reportLength(
            file,
            source,
            text.replaceAll(/[;:](?= )/g, '.').replaceAll(/(?<=\. )[a-z]/g, letter => letter.toUpperCase()),
            node.getStart(tree),
          )
      }
    }
    ts.forEachChild(node, visit)
  }
  visit(tree)
}

const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
  cwd: ROOT,
  encoding: 'utf8',
})
  .trim()
  .split('\n')
const chosen = process.argv.slice(2)
for (const file of files) {
  if (chosen.length > 0 && !chosen.some(name => file.startsWith(name))) continue
  if (/\.md$/.test(file) && !/^test\//.test(file)) checkMarkdown(file)
  else if (/^(?:documents|engine|agents|sim|reports|library|cli|templates)\/.*\.[cm]?[jt]s$/.test(file))
    checkSource(file)
}
for (const line of failures) process.stdout.write(`${line}\n`)
process.stdout.write(failures.length > 0 ? `${failures.length} sentences to rewrite\n` : '')
process.exitCode = failures.length > 0 ? 1 : 0
