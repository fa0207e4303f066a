import { eq } from 'drizzle-orm'
import { v7 } from 'uuid'
import { expect, test } from 'vitest'
import { transactions } from '@/db/schema'
import { creditInput } from '@/schemas/ledger/contract'
import { inOperator, inTenant, workerCtx } from '@/server/ctx'
import { MS_PER_DAY } from '@/server/durations'
import { settleGas } from '@/server/engine/gas-holds'
import { ensureGasWallet, findGasWallet } from '@/server/platform/gas-wallet'
import { anyOperator } from '@/server/testing/any-operator'
import { openDatabase } from '@/server/testing/open-database'
import { unguardRows } from '@/server/testing/poisoned-rows'
import type { Leg } from './journal'
import { accept, createPayer, credit, type Payer } from './ledger.test-data'
import { listGasUse } from './list-gas-use'
import { listJournals } from './list-journals'
import { postJournal } from './post-journals'

const OPERATOR = anyOperator()

const _database = openDatabase()

const settle = ({ businessId }: Payer, transactionId: string, chargeMicros: bigint) =>
  settleGas(workerCtx().db, [{ businessId, transactionId, chargeMicros }])
const change = (id: string, set: Partial<typeof transactions.$inferInsert>) =>
  workerCtx().db.update(transactions).set(set).where(eq(transactions.id, id))
const useOf = async ({ businessId }: Payer, days: number | null = 30) =>
  (await inOperator(OPERATOR, (ctx) => listGasUse(ctx, { days }))).filter((row) => row.businessId === businessId)

test('shows a business what moved, newest first, with the transaction it was for', async () => {
  const payer = await createPayer(1_000_000n)
  const stranger = await createPayer(5_000_000n)
  const transactionId = await accept(payer, 400_000n)
  await settle(payer, transactionId, 150_000n)
  const page = await inTenant(payer, (ctx) => listJournals(ctx, { page: 1 }))
  expect(page).toMatchObject({ total: 3, page: 1 })
  expect(page.items.map(({ kind, available, reserved, gas }) => [kind, available, reserved, gas])).toEqual([
    ['settle', '0.25', '-0.40', '0.15'],
    ['hold', '-0.40', '0.40', '0.00'],
    ['credit', '1.00', '0.00', '0.00'],
  ])
  expect(page.items[0]).toMatchObject({
    reference: { type: 'transaction', id: transactionId, about: { transactionId } },
    projectId: payer.projectId,
    reason: 'Actual gas',
  })
  const holds = await inTenant(payer, (ctx) => listJournals(ctx, { kind: 'hold', page: 1 }))
  expect(holds).toMatchObject({ total: 1, items: [{ kind: 'hold' }] })
  expect(await inTenant(stranger, (ctx) => listJournals(ctx, { page: 1 }))).toMatchObject({ total: 1 })
})

test('turns pages without losing or repeating a row', async () => {
  const payer = await createPayer(1n)
  for (let count = 0; count < 24; count += 1) await credit(payer, 1n)
  const pages = await Promise.all([1, 2, 3].map((page) => inTenant(payer, (ctx) => listJournals(ctx, { page }))))
  expect(pages.map(({ items }) => items.length)).toEqual([20, 5, 0])
  expect(new Set(pages.flatMap(({ items }) => items.map(({ id }) => id))).size).toBe(25)
})

test('shows an operator every business, or one', async () => {
  const [one, two] = await Promise.all([createPayer(10n), createPayer(20n)])
  const list = (businessId: string | null) =>
    inOperator(OPERATOR, (ctx) => listJournals({ ...ctx, businessId }, { kind: 'credit', page: 1 }))
  const all = (await list(null)).items.map((row) => row.businessId)
  expect(all).toEqual(expect.arrayContaining([one.businessId, two.businessId]))
  expect((await list(two.businessId)).items).toMatchObject([{ businessId: two.businessId, available: '0.00002' }])
})

test('counts what was charged, what is held and what the platform paid without a charge', async () => {
  const payer = await createPayer(10_000_000n)
  const [charged, , sponsored] = await Promise.all([
    accept(payer, 2_000_000n),
    accept(payer, 500_000n),
    accept(payer, 0n),
  ])
  await settle(payer, charged, 1_250_000n)
  await settle(payer, sponsored, 300n)
  await change(charged, { feeWei: 10n ** 15n, status: 'COMPLETED' })
  await change(sponsored, { feeWei: 2n * 10n ** 15n, status: 'COMPLETED' })
  expect(await useOf(payer)).toEqual([
    {
      businessId: payer.businessId,
      businessName: expect.any(String),
      chainId: 1,
      chainName: 'Ethereum',
      nativeSymbol: 'ETH',
      charged: '1.25',
      held: '0.50',
      uncharged: '0.002',
    },
  ])
})

test('counts a top-up for the business whose wallet it fills', async () => {
  const payer = await createPayer(0n)
  await ensureGasWallet()
  const gas = await findGasWallet(workerCtx())
  const { chainId, decimals, network } = { chainId: 1, decimals: 18, network: 'MAINNET' } as const
  if (!gas) throw new Error('the gas wallet was not made')
  await workerCtx()
    .db.insert(transactions)
    .values({
      businessId: gas.businessId,
      walletId: gas.id,
      type: 'GAS_TOPUP',
      chainType: 'EVM',
      network,
      chainId,
      signerType: 'PLATFORM',
      fromAddress: gas.address,
      addressIndex: 0,
      toAddress: payer.address,
      amountUnits: 5n,
      decimals,
      status: 'COMPLETED',
      feeWei: 7n * 10n ** 17n,
    })
  expect(await useOf(payer)).toMatchObject([{ charged: '0.00', held: '0.00', uncharged: '0.7' }])
})

test('leaves out what is older than the period, but never what is held now', async () => {
  const payer = await createPayer(10_000_000n)
  const [old, held] = await Promise.all([accept(payer, 2_000_000n), accept(payer, 500_000n)])
  await settle(payer, old, 1_000_000n)
  const createdAt = new Date(Date.now() - 8 * MS_PER_DAY)
  await unguardRows()
  await change(old, { createdAt, status: 'COMPLETED' })
  await change(held, { createdAt })
  expect(await useOf(payer, 7)).toMatchObject([{ charged: '0.00', held: '0.50' }])
  expect(await useOf(payer, 30)).toMatchObject([{ charged: '1.00', held: '0.50' }])
  expect(await useOf(payer, null)).toMatchObject([{ charged: '1.00', held: '0.50' }])
})

test.each([
  ['', 'Amount must be a plain decimal number'],
  ['0', 'Amount must be greater than zero'],
  ['-5', 'Amount must be a plain decimal number'],
  ['1e3', 'Amount must be a plain decimal number'],
  ['1.0000001', 'Amount has more than 6 decimals'],
  ['1000000.000001', 'Amount is more than $1,000,000'],
])('takes no credit of "%s"', (amountUsd, message) => {
  const parsed = creditInput.safeParse({ businessId: v7(), amountUsd, reason: 'A good reason' })
  expect(parsed.error?.issues.map((issue) => issue.message)).toEqual([message])
})

test('reads a credit into micro-dollars', () => {
  const businessId = v7()
  const read = creditInput.parse({ businessId, amountUsd: ' 250.5 ', reason: ' A good reason ' })
  expect(read).toEqual({ businessId, micros: 250_500_000n, reason: 'A good reason' })
})

test('a list of every kind leaves out what moves accounts of the platform only', async () => {
  const payer = await createPayer(1_000_000n)
  const { businessId } = payer
  const legs: Leg[] = [
    { currency: 'NGN', kind: 'psp.sandbox', units: -100n },
    { currency: 'NGN', kind: 'suspense', units: 100n },
  ]
  const reference = { type: 'receipt', id: v7() } as const
  const about = { id: v7(), reason: 'sandbox trf_1', createdBy: 'system:sandbox', reference }
  await postJournal(workerCtx().db, { journal: { ...about, businessId, kind: 'receive' }, legs })
  const own = await inTenant(payer, (ctx) => listJournals(ctx, { page: 1 }))
  expect(own).toMatchObject({ total: 1, items: [{ kind: 'credit' }] })
  const asked = await inTenant(payer, (ctx) => listJournals(ctx, { kind: 'receive', page: 1 }))
  expect(asked).toMatchObject({ total: 1, items: [{ kind: 'receive' }] })
  const all = await inOperator(OPERATOR, (ctx) => listJournals({ ...ctx, businessId }, { page: 1 }))
  expect(all.items.map(({ kind }) => kind)).toEqual(['credit'])
})
