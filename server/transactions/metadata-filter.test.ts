import { sql } from 'drizzle-orm'
import fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import type { transactions } from '@/db/schema'
import { answerPath } from '@/registry/answer-path'
import { historyQuery, historyView } from '@/schemas/transactions/history/contract'
import { toApiRequest, toResponse } from '@/server/api/serve'
import { inTenant, workerCtx } from '@/server/ctx'
import { createTransactionRow } from '@/server/testing/messages'
import { openDatabase } from '@/server/testing/open-database'
import { propertyRuns } from '@/server/testing/proof'
import { type WalletClient, walletClient } from '@/server/testing/wallet-client'
import { listTransactions } from './list-transactions'

const PATH = '/v1/wallet/transaction/history'
const KEYS = ['customer', 'order', 'a.b', 'constructor', 'ключ "%_\\', ' ']
const VALUES = ['1', '01', 'c-77', 'C-77', '"', '%', '\\u0031', '{"a":1}', 'null', 'a&metadata[order]=1']
const TYPES = ['TRANSFER', 'SIGN'] as const

type Row = typeof transactions.$inferSelect
type Pairs = Record<string, string>

openDatabase()
let client: WalletClient
let stranger: WalletClient
let rows: Row[]

const ownerOf = ({ tenant }: WalletClient) => ({ ...tenant, secret: Buffer.alloc(32) })
const pairsOf = (maxKeys: number) =>
  fc.dictionary(fc.constantFrom(...KEYS), fc.constantFrom(...VALUES), { minKeys: 1, maxKeys, noNullPrototype: true })

beforeAll(async () => {
  client = await walletClient()
  stranger = await walletClient()
  const given = fc.sample(fc.tuple(fc.option(pairsOf(6)), fc.constantFrom(...TYPES), fc.nat(5)), propertyRuns(60, 60))
  rows = []
  for (const [metadata, type, second] of given) {
    const createdAt = new Date(Date.UTC(2026, 2, 1, 0, 0, second))
    rows.push(await createTransactionRow(ownerOf(client), { metadata, type, createdAt }))
    if (metadata && second === 0) await createTransactionRow(ownerOf(stranger), { metadata, type, createdAt })
  }
})

const searchOf = (metadata: Pairs, more: Record<string, string> = {}) => {
  const pairs = Object.entries(metadata).map(([key, value]) => [`metadata[${key}]`, value])
  return new URLSearchParams([...pairs, ...Object.entries(more)])
}
const page = async (search: URLSearchParams, who = client) =>
  historyView.parse((await who.get(`${PATH}?${search}`)).data)
const hasAll = (row: Row, pairs: Pairs) =>
  Object.entries(pairs).every(
    ([key, value]) => row.metadata && Object.hasOwn(row.metadata, key) && row.metadata[key] === value,
  )
const newestFirst = (some: Row[]) =>
  some.sort((a, b) => b.createdAt.getTime() - a.createdAt.getTime() || (a.id < b.id ? 1 : -1)).map(({ id }) => id)

test('a filtered list is the whole list filtered, page by page in both forms, and never has rows of another business', async () => {
  const asked = fc.record({
    // Half of the filters are parts of what a row has.
    metadata: fc.oneof(pairsOf(3), fc.tuple(fc.nat(59), fc.nat(3)).map(partOfRow)),
    type: fc.option(fc.constantFrom(...TYPES), { nil: undefined }),
    limit: fc.constantFrom(1, 2, 7, 100),
    byCursor: fc.boolean(),
  })
  await fc.assert(
    fc.asyncProperty(asked, async ({ metadata, type, limit, byCursor }) => {
      const wanted = newestFirst(rows.filter((row) => hasAll(row, metadata) && (!type || row.type === type)))
      const filters = { ...(type && { type }), limit: String(limit) }
      const seen: string[] = []
      let next: Record<string, string> | null = {}
      while (next) {
        const { items, pagination } = await page(searchOf(metadata, { ...filters, ...next }))
        expect(pagination.total).toBe(wanted.length)
        seen.push(...items.map(({ id }) => id))
        const { nextCursor, nextOffset } = pagination
        const cursor = byCursor && nextCursor !== null ? { cursor: nextCursor } : null
        next = cursor ?? (!byCursor && nextOffset !== null ? { offset: String(nextOffset) } : null)
      }
      expect(seen).toEqual(wanted)
    }),
    propertyRuns(40, 1_000),
  )
})

function partOfRow([index, count]: [number, number]): Pairs {
  const all = Object.entries(rows[index]?.metadata ?? {})
  const some = all.slice(0, Math.max(count, 1))
  return some.length > 0 ? Object.fromEntries(some) : { customer: 'none' }
}

test('another business finds its own rows only', async () => {
  const named = await createTransactionRow(ownerOf(client), { metadata: { customer: 'only-ours' } })
  rows.push(named)
  expect((await page(searchOf({ customer: 'only-ours' }))).items.map(({ id }) => id)).toEqual([named.id])
  expect((await page(searchOf({ customer: 'only-ours' }), stranger)).pagination.total).toBe(0)
})

test('the CSV file has the rows of the filtered list', async () => {
  const metadata = { order: 'in a file' }
  for (const second of [1, 2])
    rows.push(await createTransactionRow(ownerOf(client), { metadata, createdAt: new Date(second * 1_000) }))
  const authorization = `Bearer ${await client.accessToken()}`
  const url = `http://api.test${PATH}?${searchOf(metadata)}`
  const request = new Request(url, { headers: { authorization, accept: 'text/csv' } })
  const text = await toResponse(await answerPath(toApiRequest(request))).text()
  const { items } = await page(searchOf(metadata))
  expect(items).toHaveLength(2)
  const lines = text.trim().split('\r\n')
  expect(lines).toHaveLength(4)
  expect(items.map(({ id }, index) => lines[index + 1]?.includes(id))).toEqual([true, true])
})

test.each([
  ['four keys', 'metadata[a]=1&metadata[b]=1&metadata[c]=1&metadata[d]=1', 'metadata'],
  ['a repeated key', 'metadata[a]=1&metadata[a]=2', 'metadata[a]'],
  ['an empty value', 'metadata[a]=', 'metadata.a'],
  ['an empty key', 'metadata[]=1', 'metadata.'],
  ['a long key', `metadata[${'k'.repeat(41)}]=1`, `metadata.${'k'.repeat(41)}`],
  ['a long value', `metadata[a]=${'v'.repeat(501)}`, 'metadata.a'],
  ['a control character', 'metadata[a]=%07', 'metadata.a'],
  ['a NUL', 'metadata[a]=%00', 'metadata[a]'],
  ['a NUL in a key', 'metadata[%00]=1', 'metadata.\0'],
  ['a nested key', 'metadata[a][b]=1', 'metadata[a][b]'],
  ['no key', 'metadata=1', 'metadata'],
  ['a text and a pair', 'metadata=1&metadata[a]=1', 'metadata'],
  ['a pair and a text', 'metadata[a]=1&metadata=1', 'metadata'],
  ['__proto__ as a key', 'metadata[__proto__]=1', 'metadata[__proto__]'],
  ['__proto__ as a field', '__proto__[metadata]=1', '__proto__[metadata]'],
  ['a pair of another field', 'limit[a]=1', 'limit'],
  ['an unknown field', 'constructor[a]=1', 'constructor'],
])('%s is refused', async (_what, query, param) => {
  expect(await client.get(`${PATH}?${query}`)).toMatchObject({
    code: 400,
    refusal: 'validation_failed',
    message: 'Validation failed',
    param,
  })
})

/** Copies of a row, without the cost of a request each. */
const copy = (row: Row, count: number, metadata: Pairs | null) =>
  workerCtx().db.execute(sql`
    insert into transactions select (jsonb_populate_record(t, jsonb_build_object(
      'id', gen_random_uuid(), 'metadata', ${metadata && JSON.stringify(metadata)}::jsonb,
      'created_at', t.created_at + n * interval '1 ms'))).*
    from transactions t, generate_series(1, ${count}::int) n where t.id = ${row.id}`)

/** The list, and how often its transaction read the index so far. */
const listCountingScans = (metadata: Pairs) =>
  inTenant(client.tenant, async (ctx) => {
    const search = Object.fromEntries([['limit', '20']])
    const { pagination, items } = await listTransactions(ctx, { ...historyQuery.parse(search), metadata })
    const [read] = await ctx.db.execute<{ scans: number; rows: number }>(sql`select
      pg_stat_get_xact_numscans('transactions_metadata_idx'::regclass)::int as scans,
      (pg_stat_get_xact_tuples_returned('transactions'::regclass)
        + pg_stat_get_xact_tuples_fetched('transactions'::regclass))::int as rows`)
    return { total: pagination.total, ids: items.map(({ id }) => id), ...read }
  })

test('rows without metadata leave the index alone; a few among many are found by it', async () => {
  const { db } = workerCtx()
  const [plain] = rows.filter(({ metadata }) => !metadata)
  if (!plain) throw new Error('each row has metadata')
  const sizeOf = async () => {
    const [row] = await db.execute<{ size: string; entries: string }>(
      sql`select pg_relation_size('transactions_metadata_idx') as size,
        (select reltuples from pg_class where oid = 'transactions_metadata_idx'::regclass) as entries`,
    )
    return row
  }
  await db.execute(sql`analyze transactions`)
  const before = await sizeOf()
  await copy(plain, 20_000, null)
  await db.execute(sql`update transactions set updated_at = now(), stage = 'queued' where metadata is null`)
  expect((await sizeOf())?.size).toBe(before?.size)

  await db.execute(sql`analyze transactions`)
  const rare = await createTransactionRow(ownerOf(client), { metadata: { customer: 'one of many' } })
  const found = await listCountingScans({ customer: 'one of many' })
  expect(found).toMatchObject({ total: 1, ids: [rare.id] })
  expect(found.scans).toBeGreaterThan(0)
  // The table has more than 20,000 rows.
  expect(found.rows).toBeLessThan(100)
})

test('pairs that most rows have are found as well', async () => {
  const [plain] = rows
  if (!plain) throw new Error('there is no row')
  await copy(plain, 10_050, { source: 'app' })
  const { total, ids } = await listCountingScans({ source: 'app' })
  expect([total, ids.length]).toEqual([10_050, 20])
})
