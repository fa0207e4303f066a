import { readdirSync } from 'node:fs'
import { expect, test } from 'vitest'
import { readSource } from './testing/sources'

/**
 * Words that the documentation no longer uses, by what to write in their place. The terms are those of the glossary.
 */
const RETIRED: Readonly<Record<string, RegExp>> = {
  'email, or emails': /\bmails\b|\ba mail\b(?! server)/i,
  'the caller, all customers, any …': /\b(?:who(?:m|so)?ever|anybody|everybody|nobody|somebody)\b/i,
  'automatically, separately, or no word': /\bby (?:it|them)sel(?:f|ves)\b/i,
  again: /\banew\b/i,
  manually: /\bby hand\b/i,
  permanently: /\bfor (?:ever|good)\b/i,
  'notified, sent, or reported': /\b(?:are|be|been|is|was|were) told\b|\btold of\b|\btells? of\b/i,
  'reorg, or replaced': /\brebuilt chains?\b|\bchain (?:is|was) rebuilt\b/i,
  skipped: /\bpassed over\b/i,
  'pending, or in progress': /\bunder way\b|\bon (?:its|their) way\b/i,
  'fails, or dropped': /\b(?:gave|give|given|gives) up\b/i,
  batch: /\bwaves?\b/i,
  request: /\bwish(?:ed|es)?\b/i,
  'returns, or responds with': /\banswers? (?:\d{3}\b|`)|\banswered (?:\d{3}\b|with\b)/i,
  'a replacement at a higher fee': /\bdearer\b/i,
  'replaces, or instead of':
    /\b(?:take|taken|takes|taking|took) (?:its|the|their) place\b|\bstands? (?:for|in)\b|\bin place of\b/i,
  'is, or has': /\bstands\b/i,
  'check, poll or pass': /\blook(?:ed|s)? at\b|\b(?:first|last|next|one|second) look\b/i,
  'quarantined, or reserved': /\b(?:put|set) aside\b/i,
  'encrypt, or decrypt': /\b(?:un)?seal(?:ed|s)?\b/i,
  'destination, or recipient': /\breceivers?\b/i,
  continues: /\bgo(?:es)? on\b/i,
}
const MAX_WORDS = 30

const markdownIn = (folder: string) =>
  readdirSync(folder).flatMap((name) => (name.endsWith('.md') ? [`${folder}/${name}`] : []))
const readmesIn = (folder: string) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' }).flatMap((path) =>
    /(?:^|\/)README\.md$/.test(path) && !path.includes('node_modules') ? [`${folder}/${path}`] : [],
  )

const FILES = [
  'README.md',
  ...['docs', 'docs/runbooks'].flatMap(markdownIn),
  ...['contracts', 'db', 'e2e', 'examples', 'packages', 'server'].flatMap(readmesIn),
]

type Block = { line: number; text: string }

/** Paragraphs, list items and cells of tables, without code blocks and the addresses of links. */
function blocksIn(markdown: string): Block[] {
  const blocks: Block[] = []
  let isCode = false
  let open: Block | null = null
  for (const [n, row] of markdown.split('\n').entries()) {
    const text = row.trim().replaceAll(/\]\([^)]*\)/g, ']')
    if (text.startsWith('```')) isCode = !isCode
    if (isCode || text === '' || /^(?:```|#|!|\|-)/.test(text)) open = null
    else if (text.startsWith('|')) {
      open = null
      for (const cell of text.split(' | ')) blocks.push({ line: n + 1, text: cell.replaceAll('|', '').trim() })
    } else if (open === null || /^(?:[-*]|\d+\.) /.test(text)) {
      open = { line: n + 1, text }
      blocks.push(open)
    } else open.text += ` ${text}`
  }
  return blocks
}

/** Each fault, as `file:line: what to write`. The line is that of its paragraph. */
function faultsIn(file: string, markdown: string): string[] {
  return blocksIn(markdown).flatMap(({ line, text }) => {
    const prose = text.replaceAll(/`[^`]*`/g, '`')
    const words = Object.keys(RETIRED).filter((instead) => RETIRED[instead]?.test(prose))
    const long = text
      .split(/(?<=[.!?:])["”)`*]*\s+(?=[A-Z0-9`[*"“])/)
      .map((sentence) => sentence.split(' ').filter((word) => /\w/.test(word)).length)
      .filter((count) => count > MAX_WORDS)
    return [...words, ...long.map((count) => `two sentences, one has ${count} words`)].map(
      (fault) => `${file}:${line}: ${fault}`,
    )
  })
}

test('the documentation uses the terms of the field, in sentences of at most 30 words', () => {
  expect(FILES.length).toBeGreaterThan(70)
  expect(FILES.flatMap((file) => faultsIn(file, readSource(file)))).toEqual([])
})

test('a retired word and a long sentence are found in prose, and not in code', () => {
  const long = Array.from({ length: 31 }, () => 'word').join(' ')
  const markdown = [
    '# Waves',
    '```',
    'the wave is told',
    '```',
    'A mint is sent in `waves`. Then the business',
    'is told.',
    `- ${long}.`,
    '- [Short](waves.md).',
    '| set aside | by hand |',
  ].join('\n')
  expect(faultsIn('planted.md', markdown)).toEqual([
    'planted.md:5: notified, sent, or reported',
    'planted.md:7: two sentences, one has 31 words',
    'planted.md:9: quarantined, or reserved',
    'planted.md:9: manually',
  ])
})
