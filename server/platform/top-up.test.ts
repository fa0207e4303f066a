import { eq } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { lanes, transactions, wallets } from '@/db/schema'
import { type Chain, findChain } from '@/server/chains/registry'
import { workerCtx } from '@/server/ctx'
import { createTenant } from '@/server/testing/create-tenant'
import { inTenantWithSeed } from '@/server/testing/in-tenant-with-seed'
import { openDatabase } from '@/server/testing/open-database'
import { createWallets } from '@/server/wallets/create-wallets'
import { ensurePlatformWallets } from './gas-wallet'
import { requestTopUps } from './top-up'

openDatabase()
let chain: Chain

beforeAll(async () => {
  await ensurePlatformWallets()
  const found = await findChain(84_532)
  if (!found) throw new Error('the chain is seeded')
  chain = found
})

async function newLane(): Promise<string> {
  const { db } = workerCtx()
  const tenant = await createTenant()
  await inTenantWithSeed(tenant, (ctx) => createWallets(ctx, { chainType: 'EVM', count: 1, purpose: 'TEST' }))
  const [wallet] = await db.select().from(wallets).where(eq(wallets.businessId, tenant.businessId))
  if (!wallet) throw new Error('a wallet was asked for')
  const { businessId, id: walletId, address } = wallet
  await db.insert(lanes).values({ businessId, chainId: chain.chainId, walletId, address })
  return address
}

const ask = (address: string, shortUnits: bigint, servedTransactionId: string | null = null) =>
  requestTopUps(workerCtx(), chain, [{ lane: { address }, shortUnits, servedTransactionId }])
/** A transaction of the wallet, that a plan saw a moment ago. */
async function newTransaction(address: string, state: Partial<typeof transactions.$inferInsert>): Promise<string> {
  const { db } = workerCtx()
  const [wallet] = await db.select().from(wallets).where(eq(wallets.address, address))
  if (!wallet) throw new Error('the wallet was made before')
  const { businessId, id: walletId, addressIndex } = wallet
  const what = { type: 'SIGN', amountUnits: 0n, decimals: 18 } as const
  const where = { chainType: 'EVM', network: 'TESTNET', chainId: chain.chainId, signerType: 'BUSINESS_HD' } as const
  const row = { businessId, walletId, laneWalletId: walletId, fromAddress: address, addressIndex, ...what, ...where }
  const [made] = await db
    .insert(transactions)
    .values({ ...row, toAddress: '0x00000000000000000000000000000000000000AA', ...state })
    .returning({ id: transactions.id })
  return made?.id ?? ''
}
const topUpsTo = async (address: string) =>
  (
    await workerCtx()
      .db.select()
      .from(transactions)
      .where(eq(transactions.toAddress, address))
      .orderBy(transactions.createdAt, transactions.id)
  ).map((row) => row.amountUnits)
/** As if what is on the way had been mined, and `seconds` had gone by. */
async function completeAll(address: string, seconds: number): Promise<void> {
  const { db } = workerCtx()
  await db.update(transactions).set({ status: 'COMPLETED', stage: 'final' }).where(eq(transactions.toAddress, address))
  await db
    .update(lanes)
    .set({ toppedUpAt: new Date(Date.now() - seconds * 1_000) })
    .where(eq(lanes.address, address))
}

test('a wallet is filled for four times what it lacks, and once while that is on the way', async () => {
  const address = await newLane()
  await Promise.all(Array.from({ length: 8 }, () => ask(address, 10n)))
  await ask(address, 500n)
  expect(await topUpsTo(address)).toEqual([40n])
})

test.each([
  ['ended', { status: 'FAILED' }],
  ['was cancelled', { laneWalletId: null, cancelRequestedAt: new Date() }],
] as const)('nothing is sent for a transaction that %s since its need was seen', async (_, state) => {
  const address = await newLane()
  await ask(address, 10n, await newTransaction(address, state))
  expect(await topUpsTo(address)).toEqual([])
})

test('a wallet is filled for a transaction that waits, and the top-up names it', async () => {
  const address = await newLane()
  const id = await newTransaction(address, {})
  await ask(address, 10n, id)
  const [topUp] = await workerCtx().db.select().from(transactions).where(eq(transactions.toAddress, address))
  expect(topUp).toMatchObject({ type: 'GAS_TOPUP', servedTransactionId: id })
})

test('a wallet that is short again soon gets twice as much each time, up to the mark of the gas wallet', async () => {
  const address = await newLane()
  for (let turn = 0; turn < 3; turn++) {
    await ask(address, 10n)
    await completeAll(address, 5)
  }
  expect(await topUpsTo(address)).toEqual([40n, 80n, 160n])
  await workerCtx()
    .db.update(lanes)
    .set({ lastTopUpUnits: chain.gasTargetUnits - 1n })
    .where(eq(lanes.address, address))
  await ask(address, 10n)
  expect((await topUpsTo(address)).at(-1)).toBe(chain.gasTargetUnits)
})

test('after a quiet while it starts again with what is lacking', async () => {
  const address = await newLane()
  await ask(address, 10n)
  await completeAll(address, 11 * 60)
  await ask(address, 10n)
  expect(await topUpsTo(address)).toEqual([40n, 40n])
})
