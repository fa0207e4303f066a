import { asc, eq, inArray } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { depositAccounts, walletCounters } from '@/db/schema'
import { MAX_OPEN_PAYMENTS } from '@/schemas/payments/words'
import { listChains } from '@/server/chains/registry'
import { inTenant, inWorker, workerCtx } from '@/server/ctx'
import { createPlatform } from '@/server/ledger/holder.test-data'
import { createPayer, HOUR_MS, type Payer } from '@/server/payments/payment-world.test-data'
import { ProviderBusy } from '@/server/payments/providers/provider-error'
import { stablecoinOpener } from '@/server/payments/stablecoins/stablecoin-opener'
import { createPayment } from '@/server/payments/subscribe'
import { PLATFORM_BUSINESS_ID } from '@/server/platform-business'
import { openDatabase } from '@/server/testing/open-database'
import { reserveIndex } from '@/server/wallets/reserve-indices'
import type { AccountOpener, StablecoinOpener } from './account-opener'
import { limitAccountOpenings, OPENINGS_PER_MINUTE } from './fiat-opener'
import { openAccounts } from './open-accounts'

openDatabase()
let tokens: StablecoinOpener[]
beforeAll(async () => {
  await createPlatform()
  tokens = (await listChains()).map((chain, n) => {
    const [row, at] = [{ id: String(n), createdAt: new Date(), updatedAt: new Date() }, `0x${'ab'.repeat(20)}`]
    const bounds = { isActive: true, sweepLeastUnits: 1n }
    const token = { symbol: 'USDC', decimals: 6, peg: 'USD' as const, chainId: chain.chainId, tokenAddress: at }
    return stablecoinOpener({ ...row, ...bounds, ...token, chain })
  })
})

const bank: AccountOpener = {
  kind: 'FIAT',
  provider: 'sandbox',
  watchMs: 24 * HOUR_MS,
  expects: ({ amountMinor }) => ({ currency: 'NGN', expectedUnits: amountMinor }),
  open: async ({ reference }) => ({ providerRef: reference, accountNumber: '9000000001' }),
}

async function begin(payer: Payer, openers: readonly AccountOpener[], now = new Date()): Promise<string> {
  const request = { purpose: 'WALLET_TOPUP', amountUsd: 20_000_000n, description: '' } as const
  const { paymentId } = await inTenant(payer, (ctx) =>
    createPayment({ ...ctx, projectId: payer.projectId, now: () => now }, { request, openers }),
  )
  if (!paymentId) throw new Error('nothing was opened')
  return paymentId
}
const open = async (payer: Payer) =>
  openAccounts(workerCtx(), { paymentId: await begin(payer, tokens), openers: tokens })
const rowsOf = (paymentId: string) =>
  workerCtx()
    .db.select()
    .from(depositAccounts)
    .where(eq(depositAccounts.paymentId, paymentId))
    .orderBy(asc(depositAccounts.id))

test('payments open accounts while another transaction locks the counters of the platform', async () => {
  const payer = await createPayer()
  await open(payer)
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  let holding = Promise.resolve()
  await new Promise<void>((held) => {
    holding = inWorker(async ({ db }) => {
      await db.select().from(walletCounters).where(eq(walletCounters.businessId, PLATFORM_BUSINESS_ID)).for('update')
      held()
      await released
    })
  })
  const opened = await Promise.all([1, 2, 3].map(() => open(payer)))
  for (const { accounts, notOpened } of opened) expect([accounts.length, notOpened]).toEqual([tokens.length, []])
  release()
  await holding
})

test('all accounts of a family share one address, and concurrent payments have different ones', async () => {
  const payer = await createPayer()
  const ids = await Promise.all(Array.from({ length: 10 }, () => begin(payer, tokens)))
  // The call and the job that finishes interrupted calls.
  await Promise.all([...ids, ...ids].map((paymentId) => openAccounts(workerCtx(), { paymentId, openers: tokens })))
  const chains = new Map((await listChains()).map(({ chainId, chainType }) => [chainId, chainType]))
  const rows = await workerCtx().db.select().from(depositAccounts).where(inArray(depositAccounts.paymentId, ids))
  const addresses = new Set(
    rows.map(({ paymentId, chainId, address }) => `${paymentId} ${chains.get(chainId ?? 0)} ${address}`),
  )
  expect(addresses.size).toBe(2 * ids.length)
  expect(new Set(rows.map(({ address }) => address)).size).toBe(2 * ids.length)
})

test('no address index is used twice', async () => {
  const request = { businessId: PLATFORM_BUSINESS_ID, chainType: 'EVM' } as const
  const indices = await Promise.all(Array.from({ length: 300 }, () => reserveIndex(request)))
  expect(new Set(indices).size).toBe(300)
})

test('an account that was not opened is listed beside the open ones', async () => {
  const down: AccountOpener = {
    ...bank,
    open: async () => {
      throw new Error('does not answer')
    },
  }
  const [token] = tokens
  if (!token) throw new Error('no token')
  const paymentId = await begin(await createPayer(), [down, ...tokens])
  const opened = await openAccounts(workerCtx(), { paymentId, openers: [down, token] })
  expect(opened.accounts).toHaveLength(1)
  const [, first, ...others] = await rowsOf(paymentId)
  expect(first?.status).toBe('OPEN')
  expect(opened.notOpened).toEqual([
    { kind: 'FIAT', provider: 'sandbox', chainId: null, tokenSymbol: null },
    ...others.map(({ chainId }) => ({ kind: 'STABLECOIN', provider: null, chainId, tokenSymbol: 'USDC' })),
  ])
})

test('a project has at most the maximum of open quotes; other projects and expired quotes do not count', async () => {
  const payer = await createPayer()
  const long = new Date(Date.now() - HOUR_MS)
  await begin(payer, [bank], long)
  const tries = Array.from({ length: MAX_OPEN_PAYMENTS + 5 }, () => begin(payer, [bank]))
  const results = await Promise.allSettled(tries)
  const refused = results.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []))
  expect(refused).toEqual(Array.from({ length: 5 }, () => expect.objectContaining({ reason: 'open_payments_limit' })))
  await begin(await createPayer(), [bank])
  await begin(payer, [bank], new Date(Date.now() + HOUR_MS))
})

test('a business cannot use up the openings that a provider allows in a minute', async () => {
  const [payer, other] = [await createPayer(), await createPayer()]
  for (let taken = 0; taken < OPENINGS_PER_MINUTE.cngn; taken++) await limitAccountOpenings(payer.businessId, 'cngn')
  await expect(limitAccountOpenings(payer.businessId, 'cngn')).rejects.toBeInstanceOf(ProviderBusy)
  await limitAccountOpenings(other.businessId, 'cngn')
  await limitAccountOpenings(payer.businessId, 'paystack')
})
