import { and, eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { lanes, ledgerAccounts, priceSources, transactionAttempts, transactions } from '@/db/schema'
import { deployDelegate } from '@/dev/chains/deploy-delegate'
import { inTenant, inWorker, workerCtx } from '@/server/ctx'
import { postCredit } from '@/server/ledger/credit-business'
import { getBalance } from '@/server/ledger/get-balance'
import { accept } from '@/server/ledger/ledger.test-data'
import { ledgerDrift } from '@/server/ledger/ledger-drift'
import { formatUsd, usdMicrosUp } from '@/server/money/usd'
import { listPlatformWallets } from '@/server/platform/gas-wallet'
import { asHash, type EngineWorld, openEngineWorld, RECIPIENT } from '@/server/testing/engine-world'

const PRICE_E8 = 2_500_00000000n

let world: EngineWorld

beforeAll(async () => {
  world = await openEngineWorld()
  const { rpcUrl } = world.chain.anvil
  const delegateAddress = await deployDelegate({ rpcUrl })
  for (const { address } of await listPlatformWallets(workerCtx()))
    await world.chain.test.setBalance({ address: `0x${address.slice(2)}`, value: 10n ** 21n })
  await world.setChain({ gasPolicy: 'debited', delegateAddress, l1Fee: 'none' })
  const fixed = { source: 'fixed' as const, fixedE8: PRICE_E8 }
  await workerCtx()
    .db.insert(priceSources)
    .values({ symbol: 'ETH', ...fixed })
    .onConflictDoUpdate({ target: priceSources.symbol, set: fixed })
})
afterAll(() => world.close())

const balance = () => inTenant(world.tenant, (ctx) => getBalance(ctx))
const availableMicros = async () => {
  const ofTenant = and(eq(ledgerAccounts.businessId, world.tenant.businessId), eq(ledgerAccounts.kind, 'available'))
  const [account] = await workerCtx().db.select().from(ledgerAccounts).where(ofTenant)
  return account?.balanceUnits ?? 0n
}
const drift = () => ledgerDrift(workerCtx().db)
const credit = (micros: bigint) =>
  inWorker(({ db }) =>
    postCredit(db, { businessId: world.tenant.businessId, micros, reason: 'test', createdBy: 'test' }),
  )

/** The fees of what the platform sent for a transaction: the top-up of its wallet, or its delegation. */
async function servedFeeOf(transactionId: string): Promise<bigint> {
  const served = await workerCtx()
    .db.select({ feeWei: transactions.feeWei })
    .from(transactions)
    .where(eq(transactions.servedTransactionId, transactionId))
  return served.reduce((sum, { feeWei }) => sum + (feeWei ?? 0n), 0n)
}

test('without a balance nothing is accepted and nothing is written', async () => {
  const wallet = await world.newWallet(5_000_000n)
  await expect(world.transfer(wallet.address, '1')).rejects.toMatchObject({
    code: 'payment_required',
    message: 'Insufficient balance to cover the gas fee for this transfer',
  })
  expect(await drift()).toEqual([])
})

test.each(['topup', 'delegation'] as const)(
  'with %s the platform pays on chain and the business its actual fee, at the locked rate',
  async (gasStrategy) => {
    await world.setChain({ gasStrategy })
    await credit(100_000_000n)
    const wallet = await world.newWallet(5_000_000n)
    const { available } = await balance()
    const sent = [await world.transfer(wallet.address, '1'), await world.transfer(wallet.address, '2')]
    expect(Number((await balance()).reserved)).toBeGreaterThan(0)
    await world.runEngine()
    const rows = await Promise.all(sent.map(({ id }) => world.rowOf(id)))
    const servedUnits = await Promise.all(rows.map(({ id }) => servedFeeOf(id)))
    expect(servedUnits).toEqual([expect.anything(), 0n])
    expect(servedUnits[0]).toBeGreaterThan(0n)
    let charged = 0n
    for (const row of rows) {
      expect(row).toMatchObject({ status: 'COMPLETED', nativePriceE8: PRICE_E8 })
      const paidUnits = (row.feeWei ?? 0n) + (await servedFeeOf(row.id))
      expect(row.feeChargedMicros).toBe(usdMicrosUp(paidUnits, 18, PRICE_E8))
      expect(row.feeChargedMicros ?? 0n).toBeLessThanOrEqual(row.feeHoldMicros)
      charged += row.feeChargedMicros ?? 0n
    }
    expect(charged).toBeGreaterThan(0n)
    const after = await balance()
    expect(after.reserved).toBe('0.00')
    expect(Math.round((Number(available) - Number(after.available)) * 1e6)).toBe(Number(charged))
    expect(await drift()).toEqual([])
  },
)

test('a wallet’s own coins do not pay for gas and do not include the platform’s float', async () => {
  await world.setChain({ gasStrategy: 'topup' })
  const wallet = await world.newWallet()
  const address = `0x${wallet.address.slice(2)}` as const
  await world.chain.test.setBalance({ address, value: 10n ** 18n })
  const half = await world.transfer(wallet.address, '0.5', { cNGN: false })
  await world.runEngine()
  expect((await world.read(half.id)).status).toBe('COMPLETED')
  const [lane] = await workerCtx().db.select().from(lanes).where(eq(lanes.address, wallet.address))
  const held = await world.chain.rpc.getBalance({ address })
  expect(held - (lane?.gasFloatUnits ?? 0n)).toBe(5n * 10n ** 17n)
  // The float makes the balance look large enough, but it is not the wallet's.
  const tooMuch = await world.transfer(wallet.address, '0.5000000000000001', { cNGN: false })
  const rest = await world.transfer(wallet.address, '0.5', { cNGN: false })
  await world.runEngine()
  expect(await world.read(tooMuch.id)).toMatchObject({ status: 'FAILED', attempts: 0 })
  expect((await world.read(rest.id)).status).toBe('COMPLETED')
  const before = await world.chain.rpc.getBalance({ address: RECIPIENT })
  expect(before).toBeGreaterThanOrEqual(10n ** 18n)
  expect(await drift()).toEqual([])
})

test('a transfer that fails before it is signed costs nothing', async () => {
  const wallet = await world.newWallet(1_000_000n)
  const { available } = await balance()
  const { id } = await world.transfer(wallet.address, '7')
  await world.runEngine()
  expect(await world.rowOf(id)).toMatchObject({ status: 'FAILED', feeChargedMicros: 0n })
  expect(await balance()).toMatchObject({ available, reserved: '0.00' })
  expect(await drift()).toEqual([])
})

test('sends an attempt again that the balance does not allow to replace', async () => {
  await world.setChain({ gasStrategy: 'topup' })
  await credit(100_000_000n)
  const wallet = await world.newWallet(5_000_000n)
  const { id } = await world.transfer(wallet.address, '1')
  const { db } = workerCtx()
  // Enough gas for it, as after a large top-up.
  const gasFloatUnits = 10n ** 18n
  await world.chain.test.setBalance({ address: `0x${wallet.address.slice(2)}`, value: gasFloatUnits })
  await db.update(lanes).set({ gasFloatUnits }).where(eq(lanes.address, wallet.address))
  await world.chain.holdMining()
  const run = world.runEngine()
  await expect.poll(() => world.rowOf(id).then((row) => row.stage)).toBe('broadcast')
  // The pool dropped it, and its fees rose so often that another raise exceeds the hold and the balance.
  await world.chain.test.dropTransaction({ hash: asHash((await world.rowOf(id)).txHash) })
  const { walletId, fromAddress: address } = await world.rowOf(id)
  await accept({ ...world.tenant, walletId, address }, await availableMicros())
  const refused = { outcome: 'rejected' as const, outcomeDetail: 'replacement transaction underpriced' }
  const risen = { maxFeePerGas: sql`max_fee_per_gas * 3` }
  await db
    .update(transactionAttempts)
    .set({ ...refused, ...risen })
    .where(eq(transactionAttempts.transactionId, id))
  world.chain.resumeMining()
  await run
  await world.runEngine()
  expect(await world.read(id)).toMatchObject({ status: 'COMPLETED', attempts: 1 })
})

test('a transfer that became too expensive for the balance fails before signing, with its shortfall', async () => {
  await world.setChain({ gasStrategy: 'topup' })
  await credit(100_000_000n)
  const wallet = await world.newWallet(5_000_000n)
  const { id } = await world.transfer(wallet.address, '1')
  const { walletId, fromAddress: address, feeHoldMicros } = await world.rowOf(id)
  // Holds almost the whole balance for another transaction.
  await accept({ ...world.tenant, walletId, address }, (await availableMicros()) - 30n)
  const baseFeePerGas = (await world.chain.rpc.getGasPrice()) * 50n
  // A block on its way would set the next base fee by its own.
  await world.chain.holdMining()
  await world.chain.test.setNextBlockBaseFeePerGas({ baseFeePerGas })
  await world.chain.test.mine({ blocks: 1 })
  world.chain.resumeMining()
  await world.runEngine()
  const row = await world.rowOf(id)
  const available = formatUsd(feeHoldMicros + 30n)
  const { needed = '' } = row.shortfall ?? {}
  expect(row).toMatchObject({
    status: 'FAILED',
    error: `Insufficient balance to cover the gas fee for this transfer: ${needed} USD needed, ${available} USD available`,
    shortfall: { unit: 'USD', available },
  })
  expect(Number(needed)).toBeGreaterThan(Number(available))
  expect(await world.attemptsOf(id)).toEqual([])
})
