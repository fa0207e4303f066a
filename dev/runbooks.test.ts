import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { getTableColumns, getTableName, is, sql } from 'drizzle-orm'
import { PgTable } from 'drizzle-orm/pg-core'
import { expect, test } from 'vitest'
import { type MarkdownBlock, type MarkdownSpan, readMarkdown, readSpans } from '@/components/runbooks/read-markdown'
import * as schema from '@/db/schema'
import { ALARM_KINDS, ALARMS } from '@/schemas/alarms/words'
import { readRunbook } from '@/server/alarms/read-runbook'
import { inOperatorReading } from '@/server/ctx'
import { openDatabase } from '@/server/testing/open-database'
import { sourcesIn } from './testing/sources'

openDatabase()

const ROOT = join(import.meta.dirname, '..')
const MAX_LINES = 60
/** Placeholders that the reader of a query replaces. */
const PLACEHOLDERS = ['SUBJECT', 'BUSINESS', 'PROVIDER']
const HEADINGS = [
  'What it means',
  'Is it real',
  'Who is affected',
  'What to do',
  'What not to do',
  'Find the cause',
  'When it is over',
]

const files = readdirSync(join(ROOT, 'docs/runbooks'))
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8')
const pages = await Promise.all(ALARM_KINDS.map(async (kind) => ({ kind, text: await readRunbook(kind) })))
const blocksOf = (text: string) => readMarkdown(text)
const linesOf = (block: MarkdownBlock) =>
  block.type === 'list' ? block.items : block.type === 'code' ? [] : [block.text]

/** All spans of one type in the lines of all pages, with the kind of alarm of their page. */
function spans<T extends MarkdownSpan['type']>(type: T) {
  return pages.flatMap(({ kind, text }) =>
    blocksOf(text)
      .flatMap(linesOf)
      .flatMap(readSpans)
      .filter((span): span is Extract<MarkdownSpan, { type: T }> => span.type === type)
      .map((span) => ({ kind, ...span })),
  )
}

test('each kind of alarm has a runbook, and each runbook an alarm', () => {
  expect(files.toSorted()).toEqual(ALARM_KINDS.map((kind) => `${kind}.md`).toSorted())
  // The image has what pages read while they run.
  expect(read('dev/image/make-image.ts')).toContain(`'docs/runbooks'`)
})

test.each(pages)('the runbook of $kind is short, in its order, and says how bad it is', ({ kind, text }) => {
  const blocks = blocksOf(text)
  const headings = blocks.flatMap((block) => (block.type === 'heading' ? [block] : []))
  expect(text.split('\n').length).toBeLessThan(MAX_LINES)
  expect(headings.map((heading) => heading.text)).toEqual([ALARMS[kind].name, ...HEADINGS])
  expect(text).toContain(`Alarm \`${kind}\`, severity ${ALARMS[kind].severity}.`)
})

test('every query of a runbook can be asked of the database, and changes nothing', async () => {
  const who = {
    actor: { type: 'user', id: '0193a000-0000-7000-8000-0000000000aa', name: 'Op' },
    requestId: 'r',
  } as const
  const queries = pages.flatMap(({ kind, text }) =>
    blocksOf(text).flatMap((block) => (block.type === 'code' ? [{ kind, query: block.text }] : [])),
  )
  const refused: string[] = []
  await inOperatorReading(who, async ({ db }) => {
    for (const { kind, query } of queries) {
      if (!/^select\b/i.test(query)) refused.push(`${kind}: ${query}`)
      await db.execute(sql.raw(query)).catch((error: unknown) => {
        const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
        refused.push(`${kind}: ${query}\n  ${cause instanceof Error ? cause.message : cause}`)
      })
    }
  })
  expect(queries.length).toBeGreaterThan(pages.length)
  expect(refused).toEqual([])
})

test('every word that a query compares with is one that its column knows', () => {
  const tables = Object.values<unknown>(schema).filter((value): value is PgTable => is(value, PgTable))
  const words = new Map<string, Set<string>>()
  for (const { name, enumValues } of tables.flatMap((table) => Object.values(getTableColumns(table))))
    if (enumValues) words.set(name, new Set([...(words.get(name) ?? []), ...enumValues]))
  const compared = pages.flatMap(({ kind, text }) =>
    [...text.matchAll(/\b(\w+) (?:=|in) \(?((?:'\w+'(?:, )?)+)/g)].flatMap(([, column = '', list = '']) =>
      [...list.matchAll(/'(\w+)'/g)].map(([, word = '']) => ({ kind, column, word })),
    ),
  )
  const isKnown = ({ column, word }: (typeof compared)[number]) =>
    PLACEHOLDERS.includes(word) || column === 'name' || (words.get(column)?.has(word) ?? true)
  expect(compared.filter((one) => !isKnown(one))).toEqual([])
  expect(compared.filter((one) => words.get(one.column)?.has(one.word)).length).toBeGreaterThan(30)
})

test('every page that a runbook leads to exists', () => {
  const routes = new Set(
    sourcesIn('app')
      .filter((file) => file.endsWith('/page.tsx'))
      .map((file) => `/${file.slice('app/'.length, -'/page.tsx'.length)}`.replace(/\/\([^)]+\)/g, '')),
  )
  const isKnown = (href: string) =>
    routes.has(href) || (href.startsWith('/docs/runbooks/') && files.includes(`${href.split('/').at(-1)}.md`))
  expect(spans('link').filter(({ href }) => !isKnown(href))).toEqual([])
  expect(routes.size).toBeGreaterThan(40)
})

test('every button and tab that a runbook names is on a page', () => {
  const components = sourcesIn('components').map(read).join('\n')
  const isShown = (text: string) => new RegExp(`[>'"\`\\n]\\s*${text}\\b`).test(components)
  expect(spans('strong').filter(({ text }) => !isShown(text))).toEqual([])
})

test('every table, variable, command, path and word in code exists', () => {
  const tables = Object.values<unknown>(schema).filter((value): value is PgTable => is(value, PgTable))
  const columns = tables.flatMap((table) => Object.values(getTableColumns(table)))
  const known = new Set<string>([
    ...ALARM_KINDS,
    ...tables.map(getTableName),
    ...columns.map(({ name }) => name),
    ...columns.flatMap(({ enumValues }) => enumValues ?? []),
    ...[...read('.env.example').matchAll(/^#? ?([A-Z][A-Z_]+)=/gm)].map(([, name]) => name ?? ''),
  ])
  const aliases = new Set(pages.flatMap(({ text }) => [...text.matchAll(/ as (\w+)/g)].map(([, name]) => name)))
  const server = ['server', 'schemas'].flatMap(sourcesIn).map(read).join('\n')
  const isCommand = (text: string) => {
    if (text === 'node dist/signer.mjs --check') return read('signer/server.ts').includes(`includes('--check')`)
    const [, flag] = /^node dist\/migrate\.mjs(?: --([a-z-]+))?$/.exec(text) ?? [null, null]
    return (
      flag !== null &&
      (flag === undefined || new RegExp(`'?${flag}'?: \\{ type`).test(read('deploy/run-migrate-command.ts')))
    )
  }
  const isPath = (text: string) =>
    /^\/[a-z]/.test(text) && ['route.ts', 'page.tsx'].some((file) => existsSync(join(ROOT, 'app', text, file)))
  const isWord = (text: string) => server.includes(`'${text}'`) || new RegExp(`\\b${text}:`).test(server)
  const isFound = (text: string) =>
    known.has(text) ||
    aliases.has(text) ||
    isCommand(text) ||
    isPath(text) ||
    text === '/v1' ||
    existsSync(join(ROOT, text)) ||
    isWord(text)
  expect(spans('code').filter(({ text }) => !isFound(text))).toEqual([])
})
