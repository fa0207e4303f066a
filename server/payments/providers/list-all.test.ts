import { expect, test } from 'vitest'
import { listAll, type PagedRows } from './list-all'
import { ProviderIncomplete, ProviderUnavailable } from './provider-error'

const PAID_AT = new Date('2026-05-04T10:00:00.000Z')
type Row = { id: string; units: bigint }

const list = (askPage: (page: number) => PagedRows<Row>, maxPages?: number) =>
  listAll<Row>({
    provider: 'paystack',
    idOf: ({ id }) => id,
    toReceipts: ({ id, units }) => [
      { providerTxnId: id, reference: null, amountMinor: units, feeMinor: 0n, paidAt: PAID_AT, status: 'paid' },
    ],
    askPage: async (page) => askPage(page),
    maxPages,
  })
const rowsOf = (...ids: number[]) => ids.map((id) => ({ id: String(id), units: 1n }))
async function missing(listed: Promise<unknown>): Promise<ProviderIncomplete> {
  const error = await listed.catch((thrown: unknown) => thrown)
  if (error instanceof ProviderIncomplete) return error
  throw new Error('the list seems to be whole')
}

test('a row that moved to the next page during the read counts once, in its latest version', async () => {
  const grown = [
    { id: '2', units: 5n },
    { id: '3', units: 1n },
  ]
  const listed = await list((page) =>
    page === 1 ? { rows: rowsOf(1, 2), isLast: false } : { rows: grown, isLast: true },
  )
  expect(listed.map(({ providerTxnId, amountMinor }) => [providerTxnId, amountMinor])).toEqual([
    ['1', 1n],
    ['2', 5n],
    ['3', 1n],
  ])
})

test('a list that never ends is read to its maximum and reported as incomplete', async () => {
  const error = await missing(list((page) => ({ rows: rowsOf(page), isLast: false })))
  expect(error.message).toContain('more transactions than are looked through: 1000 were read')
  expect(error.receipts).toHaveLength(1_000)
})

test.each([
  ['an empty page before the last', { rows: [], isLast: false }],
  ['a total above what was listed', { rows: rowsOf(3), isLast: true, total: 4 }],
])('%s makes a list incomplete', async (_, second) => {
  const error = await missing(list((page) => (page === 1 ? { rows: rowsOf(1, 2), isLast: false } : second)))
  expect(error.message).toContain('fewer transactions than it has')
})

test('a failure in the middle keeps the rows read so far; a failure at the start is no answer', async () => {
  const error = await missing(
    list((page) => {
      if (page === 3) throw new ProviderUnavailable('paystack', 'answered GET /transaction with 429')
      return { rows: rowsOf(page), isLast: false }
    }),
  )
  expect(error.message).toContain('to page 2 only')
  expect(error.receipts).toHaveLength(2)
  const silent = list(() => {
    throw new ProviderUnavailable('paystack', 'does not answer')
  })
  await expect(silent).rejects.not.toBeInstanceOf(ProviderIncomplete)
})
