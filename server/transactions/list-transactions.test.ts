import { beforeAll, expect, test } from 'vitest'
import type { transactions } from '@/db/schema'
import { transactionFilter } from '@/schemas/transactions/history/contract'
import { inTenant, type TenantCtx } from '@/server/ctx'
import { createOwner, createTransactionRow, type Owner } from '@/server/testing/messages'
import { openDatabase } from '@/server/testing/open-database'
import { listTransactions } from './list-transactions'

type Row = typeof transactions.$inferSelect

openDatabase()
let owner: Owner
let transfer: Row
let signed: Row
let elsewhere: Row

beforeAll(async () => {
  owner = await createOwner()
  const on = (day: string) => new Date(`${day}T23:59:59.999Z`)
  transfer = await createTransactionRow(owner, {
    id: '0193a000-0000-7000-8000-00000000beef',
    txHash: `0x${'ab'.repeat(32)}`,
    toAddress: '0x52908400098527886E0F7030069857D2E4169EE7',
    createdAt: on('2026-03-01'),
  })
  signed = await createTransactionRow(owner, {
    id: '0193a000-0000-7000-8000-00000000cafe',
    type: 'SIGN',
    createdAt: on('2026-03-02'),
  })
  elsewhere = await createTransactionRow(owner, { chainId: 31337, createdAt: on('2026-03-03') })
})

const found = (filter: Record<string, unknown>, who = owner) =>
  inTenant(who, async (ctx: TenantCtx) => {
    const { page: _, ...narrowing } = transactionFilter.parse(filter)
    const { items, pagination } = await listTransactions(ctx, { ...narrowing, limit: 20, offset: 0 })
    expect(pagination.total).toBe(items.length)
    return items.map(({ id }) => id)
  })

test('narrows by type, chain and days, both included', async () => {
  expect(await found({ type: 'SIGN' })).toEqual([signed.id])
  expect(await found({ chainId: 31337 })).toEqual([elsewhere.id])
  expect(await found({ from: '2026-03-02' })).toEqual([elsewhere.id, signed.id])
  expect(await found({ to: '2026-03-02' })).toEqual([signed.id, transfer.id])
  expect(await found({ from: '2026-03-02', to: '2026-03-02' })).toEqual([signed.id])
  expect(await found({ from: '2026-03-03', to: '2026-03-01' })).toEqual([])
})

test('finds by the beginning of a hash, an address or an id, whatever the case, and by the end of an id as lists show it', async () => {
  expect(await found({ search: '0xABABab' })).toEqual([transfer.id])
  expect(await found({ search: '0x529084' })).toEqual([transfer.id])
  expect(await found({ search: signed.fromAddress.slice(0, 9).toLowerCase() })).toEqual([signed.id])
  expect(await found({ search: transfer.id })).toEqual([transfer.id])
  expect(await found({ search: '0193a000-0000' })).toEqual([signed.id, transfer.id])
  expect(await found({ search: '0000cafe' })).toEqual([signed.id])
  expect(await found({ search: 'fe' })).toEqual([])
})

test.each(['%', '_', '\\', '%%%%', "'; --", '\u{1F600}'])('takes %j for itself', async (search) => {
  expect(await found({ search })).toEqual([])
})

test('finds nothing of another business', async () => {
  expect(await found({ search: transfer.id }, await createOwner())).toEqual([])
})

test.each([{ from: '2026-02-30' }, { to: 'yesterday' }, { chainId: 0 }, { type: 'GIFT' }, { page: 0 }])(
  'refuses %j',
  (filter) => {
    expect(transactionFilter.safeParse(filter).success).toBe(false)
  },
)
