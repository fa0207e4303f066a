import { v7 } from 'uuid'
import { type Address, encodeFunctionData, type Hex } from 'viem'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { erc20Abi } from '@/contracts/generated/erc20'
import type { ArrivalDecisionKind } from '@/schemas/payments/stablecoins/contract'
import { runWatchers } from '@/server/alarms/run-watchers'
import { inOperator, inOperatorReading, workerCtx } from '@/server/ctx'
import { post, unitsOf } from '@/server/ledger/holder.test-data'
import { ledgerDrift } from '@/server/ledger/ledger-drift'
import { createPayer, type Payer, readPayment, receiptsOf } from '@/server/payments/payment-world.test-data'
import { type EngineWorld, openEngineWorld } from '@/server/testing/engine-world'
import { CHAIN_ID } from '@/server/testing/local-chain'
import { alarmedOf } from '@/server/testing/open-alarms'
import { decideArrival } from './decide-arrival'
import {
  arrivalsAt,
  bookedUnits,
  listUnmatchedDeposits,
  openOnChains,
  readOn,
  sweepsOf,
  takeToken,
  until,
} from './stablecoin-world.test-data'
import { sweepPayments } from './sweep-payments'
import { arrivalWatcher } from './watch-arrivals'

const LONG = { timeout: 240_000 }
const ASKED = 31_000_000_000n
const operator = () => ({ actor: { type: 'user', id: v7(), name: 'Operator' }, requestId: v7() }) as const
const [ADA, BEN] = [operator(), operator()]

let world: EngineWorld
let payer: Payer
let currency: `${number}:${string}`
/** The booked balance of the payment addresses before a test. */
let before = 0n

beforeAll(async () => {
  world = await openEngineWorld({ confirmations: 3 })
  await takeToken({ ...world.chain.cngn, chainId: CHAIN_ID, peg: 'NGN' })
  currency = `${CHAIN_ID}:${world.chain.cngn.address}`
})
beforeEach(async () => {
  payer = await createPayer()
  before = await bookedUnits(`chain.${CHAIN_ID}_deposits`, currency)
})
afterAll(() => world.close())

/** Books a deposit that was final by the chain's rule, then removes it from the chain. */
async function paidAndGone(units: bigint, { expiryAt }: { expiryAt?: Date } = {}) {
  const { paymentId, accounts } = await openOnChains(payer, { expiryAt })
  const [account] = accounts
  if (!account) throw new Error('no account')
  await world.chain.holdMining()
  const revert = await world.chain.snapshot()
  const raw = await signTransfer(account.address, units)
  await world.chain.rpc.sendRawTransaction({ serializedTransaction: raw })
  await world.chain.test.mine({ blocks: 5 })
  await until(CHAIN_ID, async () => expect(await receiptsOf(paymentId)).toHaveLength(1))
  await revert()
  await world.chain.test.mine({ blocks: 6 })
  await until(CHAIN_ID, async () => expect(await arrivalsAt(account.walletId)).toMatchObject([{ state: 'REVERTED' }]))
  const [arrival] = await arrivalsAt(account.walletId)
  return { ...account, raw, arrivalId: arrival?.depositId ?? '' }
}

async function signTransfer(to: string, units: bigint): Promise<Hex> {
  const { rpc } = world.chain
  const data = encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [to as Address, units] })
  const request = await rpc.prepareTransactionRequest({
    chain: null,
    to: world.chain.cngn.address,
    data,
    type: 'eip1559',
  })
  return rpc.account.signTransaction({ ...request, chainId: CHAIN_ID, type: 'eip1559' })
}

/** Puts the same transaction into another block. */
async function comesAgain(gone: Awaited<ReturnType<typeof paidAndGone>>, states: string[]): Promise<string> {
  await world.chain.rpc.sendRawTransaction({ serializedTransaction: gone.raw })
  await world.chain.test.mine({ blocks: 5 })
  const read = async () => (await arrivalsAt(gone.walletId)).map(({ state }) => state)
  await until(CHAIN_ID, async () => expect(await read()).toEqual(states))
  return (await arrivalsAt(gone.walletId)).at(-1)?.depositId ?? ''
}

const decide = (kind: ArrivalDecisionKind, arrivalId: string, who = ADA) =>
  inOperator(who, (ctx) => decideArrival(ctx, { kind, arrivalId, reason: 'the chain broke its rule' }))

async function decideByTwo(kind: ArrivalDecisionKind, arrivalId: string) {
  expect(await decide(kind, arrivalId)).toEqual({ state: 'proposed' })
  await expect(decide(kind, arrivalId)).rejects.toThrow('Another person')
  expect(await decide(kind, arrivalId, BEN)).toEqual({ state: 'done' })
  await expect(decide(kind, arrivalId)).rejects.toThrow()
}

const unmatchedDeposits = () => inOperatorReading(ADA, (ctx) => listUnmatchedDeposits(ctx))

/** Expects that the books of payment addresses grew since the test began by what the chain holds at this address. */
async function expectAgreed(address: string): Promise<void> {
  const gained = before - (await bookedUnits(`chain.${CHAIN_ID}_deposits`, currency))
  expect(gained).toBe(await world.chain.tokenBalance(address))
  expect(await ledgerDrift(workerCtx().db)).toEqual([])
}

test('booked money that is reverted raises an alarm until two operators reverse it', LONG, async () => {
  const gone = await paidAndGone(ASKED)
  expect((await readPayment(gone.paymentId)).status).toBe('SUCCESS')
  const had = await unitsOf(payer, 'USD', 'available')
  await runWatchers(workerCtx(), [arrivalWatcher])
  expect(await alarmedOf('payment_reverted')).toHaveLength(1)
  expect((await unmatchedDeposits()).items).toMatchObject([
    { id: gone.arrivalId, decisions: ['reverse', 'bear'], proposal: null },
  ])
  await decideByTwo('reverse', gone.arrivalId)
  expect(await unitsOf(payer, 'USD', 'available')).toBe(had - 20_000_000n)
  expect(await receiptsOf(gone.paymentId)).toMatchObject([{ outcome: 'REVERSED' }])
  await expectAgreed(gone.address)
  await runWatchers(workerCtx(), [arrivalWatcher])
  expect(await alarmedOf('payment_reverted')).toEqual([])
  expect((await unmatchedDeposits()).total).toBe(0)
  expect(await sweepPayments(workerCtx())).toBe(0)
})

test('a balance that does not cover the loss is not changed: then the platform bears it', LONG, async () => {
  const gone = await paidAndGone(ASKED)
  const { businessId } = payer
  const spent = { currency: 'USD', units: 1n } as const
  await post(businessId, [
    { ...spent, businessId, kind: 'available', units: -1n },
    { ...spent, kind: 'revenue' },
  ])
  await decide('reverse', gone.arrivalId)
  await expect(decide('reverse', gone.arrivalId, BEN)).rejects.toThrow('does not cover')
  await decideByTwo('bear', gone.arrivalId)
  expect(await bookedUnits('fees.reverted', currency)).toBe(-ASKED)
  await expectAgreed(gone.address)
})

test('a part that waited for the rest no longer counts', LONG, async () => {
  const gone = await paidAndGone(1_000_000_000n)
  expect((await readPayment(gone.paymentId)).receivedMinor).toBe(100_000n)
  await decideByTwo('reverse', gone.arrivalId)
  expect(await readPayment(gone.paymentId)).toMatchObject({ status: 'PENDING', receivedMinor: 0n })
  await expectAgreed(gone.address)
})

test('a late credit is taken out of the balance again', LONG, async () => {
  const gone = await paidAndGone(ASKED, { expiryAt: new Date(Date.now() - 60_000) })
  expect(await unitsOf(payer, 'USD', 'available')).toBe(20_000_000n)
  await decideByTwo('reverse', gone.arrivalId)
  expect(await unitsOf(payer, 'USD', 'available')).toBe(0n)
  await expectAgreed(gone.address)
})

test(
  'a transfer that arrives again in another block is never credited twice: operators mark it as the same, and it is swept',
  LONG,
  async () => {
    const gone = await paidAndGone(ASKED)
    const had = await unitsOf(payer, 'USD', 'available')
    const again = await comesAgain(gone, ['REVERTED', 'DOUBTFUL'])
    await readOn(CHAIN_ID)
    expect(await receiptsOf(gone.paymentId)).toHaveLength(1)
    expect(await sweepPayments(workerCtx())).toBe(0)
    const { items } = await unmatchedDeposits()
    expect(items.find(({ id }) => id === again)?.decisions).toEqual(['same', 'ignore'])
    await decideByTwo('same', again)
    await expect(decide('reverse', gone.arrivalId)).rejects.toThrow('already')
    await expectAgreed(gone.address)
    expect(await sweepPayments(workerCtx())).toBe(1)
    world.chain.resumeMining()
    await world.pumpUntilEnded((await sweepsOf(gone.walletId))[0]?.transactionId ?? '')
    expect(await sweepsOf(gone.walletId)).toMatchObject([{ state: 'DONE', units: ASKED }])
    await expectAgreed(gone.address)
    expect(await unitsOf(payer, 'USD', 'available')).toBe(had)
    expect((await unmatchedDeposits()).total).toBe(0)
  },
)

test('money that was reversed and arrives again is booked again, once', LONG, async () => {
  const gone = await paidAndGone(ASKED)
  await decideByTwo('reverse', gone.arrivalId)
  const again = await comesAgain(gone, ['REVERTED', 'DOUBTFUL'])
  await expect(decide('same', again)).rejects.toThrow('not possible')
  await decideByTwo('book', again)
  await until(CHAIN_ID, async () => expect(await receiptsOf(gone.paymentId)).toHaveLength(2))
  await readOn(CHAIN_ID)
  expect((await receiptsOf(gone.paymentId)).map(({ outcome }) => outcome)).toEqual(['REVERSED', 'CREDITED'])
  expect(await unitsOf(payer, 'USD', 'available')).toBe(20_000_000n)
  await expectAgreed(gone.address)
})

test.each([
  ['paid for something', {}, 'SETTLED'],
  ['was credited late', { expiryAt: new Date(Date.now() - 60_000) }, 'CREDITED'],
] as const)(
  'money that arrives again undoes the loss of the platform: if it %s, it counts once',
  LONG,
  async (_, when, outcome) => {
    const lost = await bookedUnits('fees.reverted', currency)
    const gone = await paidAndGone(ASKED, when)
    await decideByTwo('bear', gone.arrivalId)
    const had = await unitsOf(payer, 'USD', 'available')
    expect(had).toBe(20_000_000n)
    expect(await bookedUnits('fees.reverted', currency)).toBe(lost - ASKED)
    const again = await comesAgain(gone, ['REVERTED', 'DOUBTFUL'])
    expect((await unmatchedDeposits()).items.find(({ id }) => id === again)?.decisions).toEqual(['same', 'ignore'])
    await expect(decide('book', again)).rejects.toThrow('not possible')
    await decideByTwo('same', again)
    await readOn(CHAIN_ID)
    expect(await receiptsOf(gone.paymentId)).toMatchObject([{ outcome }])
    expect(await bookedUnits('fees.reverted', currency)).toBe(lost)
    expect(await unitsOf(payer, 'USD', 'available')).toBe(had)
    await expectAgreed(gone.address)
    // A sweep needs a receipt that is not reversed and an arrival in state RECEIVED.
    expect((await arrivalsAt(gone.walletId)).map(({ state }) => state)).toEqual(['REVERTED', 'RECEIVED'])
  },
)

test('a loss that was proposed before the money came again and decided after nets to zero too', LONG, async () => {
  const gone = await paidAndGone(ASKED)
  await decide('bear', gone.arrivalId)
  const again = await comesAgain(gone, ['REVERTED', 'DOUBTFUL'])
  expect(await decide('bear', gone.arrivalId, BEN)).toEqual({ state: 'done' })
  await expect(decide('book', again)).rejects.toThrow('not possible')
  await decideByTwo('same', again)
  expect(await unitsOf(payer, 'USD', 'available')).toBe(20_000_000n)
  await expectAgreed(gone.address)
})

test.each(['bear', 'none'] as const)(
  'money that arrived again and is reverted once more needs a new decision, after %s',
  LONG,
  async (first) => {
    const gone = await paidAndGone(ASKED)
    if (first === 'bear') await decideByTwo('bear', gone.arrivalId)
    const revert = await world.chain.snapshot()
    const again = await comesAgain(gone, ['REVERTED', 'DOUBTFUL'])
    await decideByTwo('same', again)
    await revert()
    await world.chain.test.mine({ blocks: 9 })
    const states = async () => (await arrivalsAt(gone.walletId)).map(({ state }) => state)
    await until(CHAIN_ID, async () => expect(await states()).toEqual(['REVERTED', 'REVERTED']))
    await runWatchers(workerCtx(), [arrivalWatcher])
    expect(await alarmedOf('payment_reverted')).toHaveLength(1)
    expect((await unmatchedDeposits()).items.find(({ id }) => id === again)?.decisions).toEqual(['reverse', 'bear'])
    await decideByTwo('reverse', again)
    expect(await unitsOf(payer, 'USD', 'available')).toBe(0n)
    expect(await receiptsOf(gone.paymentId)).toMatchObject([{ outcome: 'REVERSED' }])
    await expectAgreed(gone.address)
  },
)

test('ignored money that came again stays at its address and leaves the list', LONG, async () => {
  const gone = await paidAndGone(ASKED)
  const again = await comesAgain(gone, ['REVERTED', 'DOUBTFUL'])
  await decideByTwo('ignore', again)
  expect((await unmatchedDeposits()).items.map(({ id }) => id)).not.toContain(again)
  expect(await receiptsOf(gone.paymentId)).toHaveLength(1)
})
