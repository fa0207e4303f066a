import { and, eq, inArray, isNull } from 'drizzle-orm'
import { getAddress } from 'viem'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { paymentArrivals, paymentSweeps, transactions } from '@/db/schema'
import { waitForReceipt } from '@/dev/chains/wait-for-receipt'
import { inOperator, inOperatorReading, workerCtx } from '@/server/ctx'
import { runEvmEngine } from '@/server/engine/evm/run-evm-engine'
import { assertHistories } from '@/server/engine/recovery/restore-histories.test-data'
import { openRestores } from '@/server/engine/recovery/restore-world.test-data'
import { createPlatform, driftOf, unitsOf } from '@/server/ledger/holder.test-data'
import { createPayer, type Payer, workerAt } from '@/server/payments/payment-world.test-data'
import { ensurePlatformWallets } from '@/server/platform/gas-wallet'
import { isRecovering } from '@/server/recovery/is-recovering'
import { CONFIRMATIONS, openSenders, PAYER, readDeposits, sendTokens } from '@/server/sweeps/flagged-world.test-data'
import { anyOperator } from '@/server/testing/any-operator'
import { drainChain } from '@/server/testing/drain-chain'
import { CHAIN_ID, type LocalChain, startLocalChain } from '@/server/testing/local-chain'
import { newAddress } from '@/server/testing/new-address'
import { openDatabase } from '@/server/testing/open-database'
import { proofTimeout } from '@/server/testing/proof'
import { advanceArrivals } from './advance-arrivals'
import { decideArrival } from './decide-arrival'
import { findRecovery } from './find-recovery'
import { onlyRefusals } from './model-chain.test-data'
import { recoverDeposit } from './recover-deposit'
import { ASKED, HISTORIES, type Step, steps } from './restored-steps.test-data'
import { bookedUnits, openOnChains, takeToken } from './stablecoin-world.test-data'
import { sweepPayments } from './sweep-payments'

/** The units of cNGN in a millionth of a dollar. */
const UNITS_A_MICRO = 1_550n
const COINS = 10n ** 16n
const MINUTE_MS = 60_000
const OPERATORS = [anyOperator(), anyOperator()]

const database = openDatabase()
const restores = openRestores(database)
let local: LocalChain
beforeAll(async () => {
  local = await startLocalChain({ confirmations: CONFIRMATIONS })
  await createPlatform()
  await ensurePlatformWallets()
  await openSenders(local)
  await takeToken({ ...local.cngn, chainId: CHAIN_ID, peg: 'NGN' })
})
afterAll(() => local.stop())

type Account = { walletId: string; address: string }
/** Coins that were sent to the address of a payment by mistake, and where they are sent back to. */
type Coins = { address: string; backTo: string; hash: string }
type World = {
  payer: Payer
  accounts: Account[]
  received: bigint[]
  coins: Coins[]
  minutes: number
  booked: { addresses: bigint; treasury: bigint }
}

const booked = async () => ({
  addresses: await bookedUnits(`chain.${CHAIN_ID}_deposits`, `${CHAIN_ID}:${local.cngn.address}`),
  treasury: await bookedUnits(`chain.${CHAIN_ID}`, `${CHAIN_ID}:${local.cngn.address}`),
})

async function newWorld(): Promise<World> {
  await restores.begin()
  const payer = await createPayer()
  const accounts: Account[] = []
  for (let n = 0; n < 2; n += 1) {
    const { accounts: opened } = await openOnChains(payer)
    const found = opened.find(({ chainId }) => chainId === CHAIN_ID)
    if (!found?.walletId) throw new Error('no address')
    accounts.push({ walletId: found.walletId, address: found.address })
  }
  return { payer, accounts, received: [0n, 0n], coins: [], minutes: 0, booked: await booked() }
}

async function play(world: World, one: Step): Promise<void> {
  switch (one.do) {
    case 'pay':
      await sendTokens(local, PAYER, world.accounts[one.nth]?.address ?? '', one.units)
      world.received[one.nth] = (world.received[one.nth] ?? 0n) + one.units
      return
    case 'coins':
      return sendCoins(world, world.accounts[one.nth]?.address ?? '')
    case 'read':
      return read(world)
    case 'sweep':
      return sweep(world)
    case 'send':
      return send()
    case 'recover':
      return void ((await isRecovering()) || (await recover(world, one.who)))
    case 'backup':
      return restores.backup()
    case 'restore':
      return void (await restores.restore())
    case 'end':
      return end(world)
    default:
      return one satisfies never
  }
}

async function sendCoins(world: World, address: string): Promise<void> {
  const to = getAddress(address)
  const hash = await local.rpc.sendTransaction({ chain: null, account: PAYER, to, value: COINS })
  await waitForReceipt(local.rpc, hash)
  world.coins.push({ address, backTo: newAddress(), hash })
}

async function read({ minutes }: World): Promise<void> {
  await readDeposits(local)
  await advanceArrivals(workerAt(new Date(Date.now() + minutes * MINUTE_MS)))
}

async function sweep(world: World): Promise<void> {
  world.minutes += 11
  await sweepPayments(workerAt(new Date(Date.now() + world.minutes * MINUTE_MS)))
}

async function send(): Promise<void> {
  if (!(await isRecovering())) return drainChain()
  await runEvmEngine(workerCtx(), CHAIN_ID)
}

async function end(world: World): Promise<void> {
  if (!(await isRecovering())) return
  await read(world)
  await restores.end(() => local.test.mine({ blocks: CONFIRMATIONS }))
}

/**
 * An operator recovers the oldest coins that the list shows as unmatched. Where that is refused, they look at the chain
 * and ignore coins that went back already. False if the list is empty.
 */
async function recover({ coins }: World, who: number): Promise<boolean> {
  const operator = OPERATORS[who] ?? anyOperator()
  for (const { address, backTo, hash } of coins) {
    const [arrival] = await coinsIn(hash)
    if (!arrival) continue
    const what = { chainId: CHAIN_ID, address, tokenAddress: null, amount: null, toAddress: backTo, reason: 'a test' }
    const input = { ...what, depositIds: [arrival.id] }
    await inOperatorReading(operator, (ctx) => findRecovery(ctx, input))
      .then((found) => inOperator(operator, (ctx) => recoverDeposit(ctx, { ...input, found })))
      .catch(async (error: unknown) => {
        onlyRefusals(error)
        if ((await sentBack(backTo)) === 0n) return
        const decision = { kind: 'ignore' as const, arrivalId: arrival.id, reason: 'it went back already' }
        await inOperator(operator, (ctx) => decideArrival(ctx, decision)).catch(onlyRefusals)
      })
    return true
  }
  return false
}

const sentBack = (address: string) => local.rpc.getBalance({ address: getAddress(address) })

/** The coins of this transaction that nobody has recovered or decided on, as the database knows. */
async function coinsIn(hash: string) {
  const rows = await workerCtx()
    .db.select({ id: paymentArrivals.depositId, txn: paymentArrivals.providerTxnId, sweep: paymentSweeps.state })
    .from(paymentArrivals)
    .leftJoin(paymentSweeps, eq(paymentSweeps.id, paymentArrivals.sweepId))
    .where(and(eq(paymentArrivals.state, 'FOREIGN'), isNull(paymentArrivals.decidedBy)))
  return rows.filter(({ txn, sweep: state }) => txn.includes(hash) && (state === null || state === 'PROPOSED'))
}

const sum = (amounts: readonly bigint[]) => amounts.reduce((total, one) => total + one, 0n)

/** What arrived is credited once; what is not at an address of a payment is in the treasury or went back once. */
async function judge(world: World): Promise<void> {
  const { payer, accounts, received, coins } = world
  await end(world)
  for (let turn = 0; turn < 2; turn += 1) {
    await read(world)
    await sweep(world)
    await drainChain()
    for (let left = 2 * coins.length; left > 0 && (await recover(world, 0)); left -= 1) {
      await recover(world, 1)
      await drainChain()
    }
  }
  const paid = sum(received.filter((units) => units >= ASKED))
  expect(await unitsOf(payer, 'USD', 'available')).toBe(paid / UNITS_A_MICRO)
  expect(await driftOf(payer)).toEqual([])

  const held = await Promise.all(accounts.map(({ address }) => local.tokenBalance(address)))
  expect(held).toEqual(received.map((units) => (units >= ASKED ? 0n : units)))
  const now = await booked()
  expect({
    addresses: world.booked.addresses - now.addresses,
    treasury: world.booked.treasury - now.treasury,
  }).toEqual({ addresses: sum(held), treasury: paid })

  for (const { backTo, hash } of coins) {
    // The address pays the gas of what it sends.
    const missing = COINS - (await sentBack(backTo))
    expect([missing >= 0n, missing < COINS / 10n], `coins went back twice, or not: ${missing}`).toEqual([true, true])
    expect(await coinsIn(hash)).toEqual([])
  }
  const ids = accounts.map(({ walletId }) => walletId)
  const open = and(inArray(transactions.walletId, ids), eq(transactions.status, 'PENDING'))
  expect(await workerCtx().db.select({ stage: transactions.stage }).from(transactions).where(open)).toEqual([])
  const moves = await workerCtx().db.select().from(paymentSweeps).where(inArray(paymentSweeps.walletId, ids))
  expect(moves.filter(({ state }) => state === 'OPEN' || state === 'PROPOSED')).toEqual([])
}

test('after restores at any point money on payment addresses is credited once, and each unit is in the books', {
  timeout: proofTimeout(600_000),
}, async () => {
  await assertHistories({ steps, histories: HISTORIES, long: 60 }, async (played) => {
    const world = await newWorld()
    for (const one of played) await play(world, one)
    await judge(world)
  })
})
