import { eq } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { newId } from '@/db/new-id'
import { tokenItems, tokenOperations, tokenSteps, tokenWallets, type transactions, wallets } from '@/db/schema'
import { transactionFilter } from '@/schemas/transactions/history/contract'
import { inTenant, inWorker, type TenantCtx } from '@/server/ctx'
import { fillTokens } from '@/server/testing/fill-tokens'
import { first } from '@/server/testing/first'
import { createOwner, createTransactionRow, type Owner } from '@/server/testing/messages'
import { openDatabase } from '@/server/testing/open-database'
import { listTransactions } from './list-transactions'

type Row = typeof transactions.$inferSelect

const OTHER = '0x8617E340B3D01FA5F11F306F4090FD50E238070D'

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

test('a wallet lists what it sent and what other wallets of the business brought it', async () => {
  const own = await createOwner()
  const sent = await createTransactionRow(own, { createdAt: new Date('2026-03-01') })
  const sender = await inTenant(own, async ({ db }) =>
    first(await db.select().from(wallets).where(eq(wallets.id, sent.walletId))),
  )
  const id = newId()
  await inWorker(({ db }) =>
    db.insert(wallets).values({ ...sender, id, addressIndex: 9_999, address: OTHER, reference: null }),
  )
  const received = await createTransactionRow(own, { toAddress: OTHER, createdAt: new Date('2026-03-02') })
  const { tokenId } = await inWorker((ctx) =>
    fillTokens(ctx, { businessId: own.businessId, projectId: own.projectId, walletId: sent.walletId }),
  )
  await inWorker(({ db }) =>
    db
      .insert(tokenWallets)
      .values([sender.address, OTHER].map((address) => ({ tokenId, businessId: own.businessId, address }))),
  )
  const operate = async (day: string, detail: Record<string, string | number>, lines: readonly string[] = []) => {
    const { id: transactionId } = await createTransactionRow(own, { type: 'TOKEN_OPERATION', createdAt: new Date(day) })
    const operation = {
      id: newId(),
      businessId: own.businessId,
      projectId: own.projectId,
      tokenId,
      kind: 'MINT',
      createdBy: 'system:test',
      detail,
    } as const
    const step = {
      businessId: own.businessId,
      operationId: operation.id,
      wave: 1,
      number: 1_000,
      fromAddress: OTHER,
      toAddress: OTHER,
    }
    await inWorker(async ({ db }) => {
      await db.insert(tokenOperations).values(operation)
      await db.insert(tokenSteps).values({ ...step, callData: '0x', lineCount: lines.length, transactionId })
      const items = lines.map((address, line) => ({
        businessId: own.businessId,
        operationId: operation.id,
        line,
        address,
      }))
      if (items.length > 0) await db.insert(tokenItems).values(items)
    })
    return transactionId
  }
  const minted = await operate('2026-03-03', { to: OTHER, amount: '250' })
  const together = await operate('2026-03-04', { lines: 2 }, [sender.address, OTHER])
  await operate('2026-03-05', { to: sender.address, amount: '1' })
  await operate('2026-03-06', { lines: 1 }, [sender.address])
  expect(await found({ walletId: id }, own)).toEqual([together, minted, received.id])
  expect(await found({ walletId: id }, owner)).toEqual([])
  expect(await found({ walletId: sent.walletId }, own)).toContain(sent.id)
})
