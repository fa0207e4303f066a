import { beforeAll, expect, test } from 'vitest'
import { historyView } from '@/schemas/transactions/history/contract'
import { createTransactionRow } from '@/server/testing/messages'
import { openDatabase } from '@/server/testing/open-database'
import { type WalletClient, walletClient } from '@/server/testing/wallet-client'

const PATH = '/v1/wallet/transaction/history'
const TO = '0x52908400098527886E0F7030069857D2E4169EE7'
const TOKEN = '0x036CbD53842c5426634e7929541eC2318f3dCF7e'

openDatabase()
let client: WalletClient
let rows: Awaited<ReturnType<typeof createTransactionRow>>[]

beforeAll(async () => {
  client = await walletClient()
  const at = (second: number) => new Date(Date.UTC(2026, 2, 1, 0, 0, second))
  rows = []
  for (const request of [
    { createdAt: at(1), toAddress: TO },
    { createdAt: at(2), type: 'SIGN' as const },
    // One moment for three: their ids decide.
    { createdAt: at(3), tokenAddress: TOKEN },
    { createdAt: at(3), chainId: 31337 },
    { createdAt: at(3) },
  ])
    rows.push(await createTransactionRow(owner(), request))
})

const owner = () => ({ ...client.tenant, secret: Buffer.alloc(32) })
const page = async (query: Record<string, string | number>) => {
  const search = new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)]))
  return historyView.parse((await client.get(`${PATH}?${search}`)).data)
}
const ids = async (query: Record<string, string | number>) => (await page(query)).items.map(({ id }) => id)
const idOf = (n: number) => rows[n]?.id ?? ''
const newestFirst = () =>
  [...rows].sort((a, b) => b.createdAt.getTime() - a.createdAt.getTime() || (a.id < b.id ? 1 : -1)).map(({ id }) => id)

test('narrows by addresses, token, chain, type and time of acceptance', async () => {
  expect(await ids({ toAddress: TO })).toEqual([idOf(0)])
  expect(await ids({ toAddress: TO.toLowerCase() })).toEqual([idOf(0)])
  expect(await ids({ fromAddress: rows[1]?.fromAddress ?? '' })).toEqual([idOf(1)])
  expect(await ids({ tokenAddress: TOKEN })).toEqual([idOf(2)])
  expect(await ids({ chainId: 31337 })).toEqual([idOf(3)])
  expect(await ids({ type: 'SIGN' })).toEqual([idOf(1)])
  expect(await ids({ createdFrom: '2026-03-01T00:00:02Z', createdBefore: '2026-03-01T01:00:03+01:00' })).toEqual([
    idOf(1),
  ])
  expect(await ids({ type: 'SIGN', toAddress: TO })).toEqual([])
})

test('pages by cursor give each row once, whatever is accepted meanwhile', async () => {
  for (const limit of [1, 2, 4, 5]) {
    const seen: string[] = []
    let cursor: string | null = ''
    while (cursor !== null) {
      const { items, pagination } = await page(cursor === '' ? { limit } : { limit, cursor })
      seen.push(...items.map(({ id }) => id))
      expect(pagination.hasMore).toBe(pagination.nextCursor !== null)
      cursor = pagination.nextCursor
    }
    expect(seen).toEqual(newestFirst())
  }
  const first = await page({ limit: 2 })
  const fresh = await createTransactionRow(owner(), { createdAt: new Date(Date.UTC(2026, 2, 2)) })
  const rest = await ids({ cursor: first.pagination.nextCursor ?? '' })
  expect([...first.items.map(({ id }) => id), ...rest]).toEqual(newestFirst())
  rows.push(fresh)
})

test('offsets still work, and say where the next page begins', async () => {
  const first = await page({ limit: 4 })
  expect(first.pagination).toMatchObject({ total: rows.length, offset: 0, hasMore: true, nextOffset: 4 })
  const second = await page({ limit: 4, offset: 4 })
  expect(second.pagination).toMatchObject({ hasMore: false, nextOffset: null, nextCursor: null })
  expect([...first.items, ...second.items].map(({ id }) => id)).toEqual(newestFirst())
})

test.each([
  ['toAddress', 'toAddress=0x12'],
  ['tokenAddress', 'tokenAddress=hello'],
  ['chainId', 'chainId=1e3'],
  ['type', 'type=GIFT'],
  ['createdFrom', 'createdFrom=yesterday'],
  ['cursor', 'cursor=hello'],
  ['cursor', `cursor=${Buffer.from('2026-03-01T00:00:00Z 1').toString('base64url')}`],
  [
    'cursor',
    `offset=2&cursor=${Buffer.from('2026-03-01T00:00:00Z 019a6b3e-7c1d-7d44-a8f1-3a5f0c9e2b71').toString('base64url')}`,
  ],
])('a wrong %s is refused', async (param, query) => {
  expect(await client.get(`${PATH}?${query}`)).toMatchObject({ code: 400, param })
})
