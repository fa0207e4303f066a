import { eq } from 'drizzle-orm'
import { getAddress } from 'viem'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { lanes, transactions } from '@/db/schema'
import type { Chain } from '@/server/chains/registry'
import { inTenant, inWorker, workerCtx } from '@/server/ctx'
import { listPlatformWallets } from '@/server/platform/gas-wallet'
import { queueTransactions } from '@/server/platform/queue-transactions'
import { budgetDrift } from '@/server/testing/budget-drift'
import { type DebitedWorld, openDebitedWorld } from '@/server/testing/debited-world'
import { asHash } from '@/server/testing/engine-world'
import { laneOf } from '@/server/testing/float-world'
import { CHAIN_ID } from '@/server/testing/local-chain'
import { requireChain } from '@/server/testing/require-chain'
import { acceptTransaction } from '@/server/transactions/accept-transaction'
import { NO_REQUEST_NAME } from '@/server/transactions/intent-id'
import { loadForRelayer } from './load-for-relayer'
import type { LanePlan } from './plan-lane'
import { prepareSweep } from './prepare-sweep.test-data'
import { storeSweepAmounts } from './send-planned'

const LONG = { timeout: 240_000 }
const TREASURY = '0x00000000000000000000000000000000000000cc'
const COIN = 10n ** 18n

let world: DebitedWorld
let chain: Chain

beforeAll(async () => {
  world = await openDebitedWorld({ gasStrategy: 'topup', confirmations: 2 })
})
beforeEach(() => world.chain.resumeMining())
afterAll(() => world.close())

const held = (address: string) => world.chain.rpc.getBalance({ address: getAddress(address) })
const give = (address: string, value: bigint) => world.chain.test.setBalance({ address: getAddress(address), value })

async function sweep(from: string, tokenAddress: string | null = null): Promise<string> {
  const prepared = await prepareSweep(world.tenant, { chain, from, toAddress: TREASURY, tokenAddress })
  return (await inTenant(world.tenant, (ctx) => acceptTransaction(ctx, { ...prepared, ...NO_REQUEST_NAME }))).id
}

async function finish(id: string) {
  await world.runUntilEnded(id)
  return world.rowOf(id)
}

const KINDS = [
  { gasPolicy: 'sponsored', gasStrategy: 'topup' },
  { gasPolicy: 'debited', gasStrategy: 'topup' },
  { gasPolicy: 'sponsored', gasStrategy: 'delegation' },
  { gasPolicy: 'debited', gasStrategy: 'delegation' },
] as const

describe.each(KINDS)('sweeps ($gasPolicy, $gasStrategy)', ({ gasPolicy, gasStrategy }) => {
  /** The wallet pays its gas from the swept balance. */
  const paysItself = gasPolicy === 'sponsored' && gasStrategy === 'topup'

  beforeAll(async () => {
    await world.setChain({ gasPolicy, gasStrategy })
    chain = await requireChain()
  })

  test('moves all coins of a wallet, less the gas that the wallet pays, and records the amount', LONG, async () => {
    const { address } = await world.newWallet()
    await give(address, COIN)
    const before = await held(TREASURY)
    const row = await finish(await sweep(address))
    expect(row).toMatchObject({ type: 'SWEEP', status: 'COMPLETED', signerType: 'BUSINESS_HD', toAddress: TREASURY })
    expect((await held(TREASURY)) - before).toBe(row.amountUnits)
    const fee = row.feeWei ?? 0n
    if (paysItself) {
      expect(row.amountUnits).toBeLessThan(COIN - fee)
      // At most the gas cost at twice the price is left.
      expect(await held(address)).toBe(COIN - row.amountUnits - fee)
      expect(await held(address)).toBeLessThan(10n * fee)
    } else expect(row.amountUnits).toBe(COIN)
    await world.expectSettled()
    expect(await budgetDrift(workerCtx().db)).toEqual([])
  })

  test('moves the whole token balance', LONG, async () => {
    const { address } = await world.newWallet(7_000_001n)
    const before = await world.chain.tokenBalance(TREASURY)
    const row = await finish(await sweep(address, world.chain.cngn.address))
    expect(row).toMatchObject({ type: 'SWEEP', status: 'COMPLETED', amountUnits: 7_000_001n })
    expect(await world.chain.tokenBalance(address)).toBe(0n)
    expect((await world.chain.tokenBalance(TREASURY)) - before).toBe(7_000_001n)
    await world.expectSettled()
  })

  test('leaves what arrived after acceptance, and accepts that something left before its turn', LONG, async () => {
    const [richer, poorer] = [await world.newWallet(5_000_000n), await world.newWallet(5_000_000n)]
    const spent = await world.transfer(poorer.address, '2')
    const [more, less] = [
      await sweep(richer.address, world.chain.cngn.address),
      await sweep(poorer.address, world.chain.cngn.address),
    ]
    await world.chain.fundToken(richer.address, 1_000_000n)
    expect((await finish(spent.id)).status).toBe('COMPLETED')
    expect(await finish(more)).toMatchObject({ status: 'COMPLETED', amountUnits: 5_000_000n })
    expect(await world.chain.tokenBalance(richer.address)).toBe(1_000_000n)
    expect(await finish(less)).toMatchObject({ status: 'COMPLETED', amountUnits: 3_000_000n })
    expect(await world.chain.tokenBalance(poorer.address)).toBe(0n)
    await world.expectSettled()
  })

  test('a second sweep behind a complete one fails and is not sent', LONG, async () => {
    const { address } = await world.newWallet(5_000_000n)
    const ids = [await sweep(address, world.chain.cngn.address), await sweep(address, world.chain.cngn.address)]
    const [first, second] = [await finish(ids[0] ?? ''), await finish(ids[1] ?? '')]
    expect(first).toMatchObject({ status: 'COMPLETED', amountUnits: 5_000_000n })
    expect(second).toMatchObject({
      status: 'FAILED',
      txHash: null,
      error: 'The wallet holds nothing that can be swept',
    })
    await world.expectSettled()
  })
})

test('a sweep that is sped up gets the gas that it left nothing for', LONG, async () => {
  await world.setChain({ gasPolicy: 'sponsored', gasStrategy: 'topup' })
  const { address } = await world.newWallet()
  await give(address, COIN)
  await world.chain.holdMining()
  const id = await sweep(address)
  const run = world.runEngine()
  await expect.poll(async () => (await world.rowOf(id)).stage).toBe('broadcast')
  const { amountUnits } = await world.rowOf(id)
  await world.setTransaction(id, { speedUpRequestedAt: new Date() })
  await expect.poll(async () => (await world.attemptsOf(id)).map(({ reason }) => reason)).toEqual(['first', 'bump'])
  // The base fee keeps the first attempt out of blocks, and the wallet cannot pay for a replacement.
  const [first] = await world.attemptsOf(id)
  await world.chain.test.dropTransaction({ hash: asHash(first?.txHash ?? null) })
  await give(address, amountUnits)
  world.chain.resumeMining()
  await run
  expect(await finish(id)).toMatchObject({ status: 'COMPLETED', amountUnits })
  const { topUps } = await laneOf(address)
  expect(new Set(topUps.map(({ status }) => status))).toEqual(new Set(['COMPLETED']))
})

test('wallets of the platform sweep coins and tokens too', LONG, async () => {
  const [signer] = (await listPlatformWallets(workerCtx())).filter(({ purpose }) => purpose === 'RELAYER')
  if (!signer) throw new Error('the platform has relayers')
  await world.chain.fundToken(signer.address, 9n)
  const [coins, tokens] = [await held(TREASURY), await world.chain.tokenBalance(TREASURY)]
  const what = { signer, toAddress: TREASURY, callData: null, gasLimit: null }
  const token = { tokenAddress: world.chain.cngn.address, decimals: 6 }
  const ids = await inWorker((ctx) =>
    queueTransactions(ctx, chain, [
      { ...what, type: 'TRANSFER', amountUnits: 5n },
      { ...what, ...token, type: 'TRANSFER', amountUnits: 4n },
      { ...what, ...token, type: 'SWEEP', amountUnits: 8n },
    ]),
  )
  for (const id of ids)
    expect(await finish(id)).toMatchObject({ status: 'COMPLETED', signerType: 'PLATFORM', feeHoldMicros: 0n })
  expect((await held(TREASURY)) - coins).toBe(5n)
  expect((await world.chain.tokenBalance(TREASURY)) - tokens).toBe(9n)
  expect((await world.rowOf(ids[2] ?? '')).amountUnits).toBe(5n)
})

test('never sweeps the platform’s coins in a wallet', LONG, async () => {
  await world.setChain({ gasPolicy: 'debited', gasStrategy: 'topup' })
  const { address } = await world.newWallet(5_000_000n)
  await finish((await world.transfer(address, '1')).id)
  const { gasFloatUnits: float } = await laneOf(address)
  expect(float).toBeGreaterThan(0n)
  await give(address, (await held(address)) + COIN)
  const row = await finish(await sweep(address))
  expect(row).toMatchObject({ status: 'COMPLETED', amountUnits: COIN })
  await world.expectSettled()
})

test('refuses to sweep an empty wallet at once, and holds nothing', async () => {
  const { address } = await world.newWallet()
  const row = await world.rowOf(await sweep(address))
  expect(row).toMatchObject({
    status: 'FAILED',
    error: 'The wallet holds nothing that can be swept',
    feeHoldMicros: 0n,
  })
})

test.each(['0x0000000000000000000000000000000000000000', 'nowhere', 'itself'])('refuses a sweep to %s', async (to) => {
  const { address } = await world.newWallet()
  const toAddress = to === 'itself' ? address : to
  const prepared = prepareSweep(world.tenant, { chain, from: address, toAddress, tokenAddress: null })
  await expect(prepared).rejects.toMatchObject({ code: 'invalid' })
})

test('only the holder of the lane writes the amount of a sweep, and never after signing', LONG, async () => {
  await world.setChain({ gasPolicy: 'sponsored', gasStrategy: 'topup' })
  const { address } = await world.newWallet()
  await give(address, COIN)
  const id = await sweep(address)
  const { walletId, businessId, valueUsdMicros } = await world.rowOf(id)
  await workerCtx().db.insert(lanes).values({ businessId, chainId: CHAIN_ID, walletId, address }).onConflictDoNothing()
  const plan = async (amountUnits: bigint): Promise<LanePlan> => {
    const [lane] = await workerCtx().db.select().from(lanes).where(eq(lanes.walletId, walletId))
    const [queued] = await loadForRelayer(workerCtx(), [id], walletId)
    if (!lane || !queued) throw new Error('the sweep is gone')
    const send = [{ queued: { ...queued, amountUnits }, gasLimit: 0n, l1FeeUnits: 0n, worstFee: 0n }]
    const none = {
      underfunded: [],
      fail: [],
      drop: [],
      waiting: false,
      owners: new Map(),
      gasLeftUnits: 0n,
      leases: [],
    }
    return { ...none, lane, send, gasFunds: { gasUnits: 0n, isShared: false } }
  }
  const late = await plan(COIN / 4n)
  await storeSweepAmounts(workerCtx(), [await plan(COIN / 2n)])
  const half = { amountUnits: COIN / 2n, valueUsdMicros: valueUsdMicros && valueUsdMicros / 2n }
  expect(await world.rowOf(id)).toMatchObject(half)
  await workerCtx()
    .db.update(lanes)
    .set({ fence: late.lane.fence + 1 })
    .where(eq(lanes.walletId, walletId))
  await expect(storeSweepAmounts(workerCtx(), [late])).rejects.toMatchObject({ name: 'LeaseLostError' })
  const signed = await plan(COIN / 4n)
  await workerCtx().db.update(transactions).set({ stage: 'signed' }).where(eq(transactions.id, id))
  await expect(storeSweepAmounts(workerCtx(), [signed])).rejects.toMatchObject({ name: 'LeaseLostError' })
  expect(await world.rowOf(id)).toMatchObject(half)
})
