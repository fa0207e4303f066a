import { expect, test } from 'vitest'
import { runWatchers } from '@/server/alarms/run-watchers'
import { workerCtx } from '@/server/ctx'
import { post, unitsOf } from '@/server/ledger/holder.test-data'
import { readPayment, receiptsOf } from '@/server/payments/payment-world.test-data'
import { CHAIN_ID } from '@/server/testing/local-chain'
import { alarmedOf } from '@/server/testing/open-alarms'
import { setRate } from '@/server/testing/set-rate'
import { arrivalWatcher } from './arrival-watcher'
import { ASKED, BEN, decide, decideByTwo, openRevertedWorld, unmatchedDeposits } from './reverted-world.test-data'
import { arrivalsAt, readOn, sweepsOf, until } from './stablecoin-world.test-data'
import { sweepPayments } from './sweep-payments'

const LONG = { timeout: 240_000 }
const world = openRevertedWorld()

test('booked money that is reverted raises an alarm until two operators reverse it', LONG, async () => {
  const gone = await world.paidAndGone(ASKED)
  expect((await readPayment(gone.paymentId)).status).toBe('SUCCESS')
  const had = await unitsOf(world.payer, 'USD', 'available')
  await runWatchers(workerCtx(), [arrivalWatcher])
  expect(await alarmedOf('payment_reverted')).toHaveLength(1)
  expect((await unmatchedDeposits()).items).toMatchObject([
    { id: gone.arrivalId, decisions: ['reverse', 'bear'], proposal: null },
  ])
  await decideByTwo('reverse', gone.arrivalId)
  expect(await unitsOf(world.payer, 'USD', 'available')).toBe(had - 20_000_000n)
  expect(await receiptsOf(gone.paymentId)).toMatchObject([{ outcome: 'REVERSED' }])
  await world.expectAgreed(gone.address)
  await runWatchers(workerCtx(), [arrivalWatcher])
  expect(await alarmedOf('payment_reverted')).toEqual([])
  expect((await unmatchedDeposits()).total).toBe(0)
  expect(await sweepPayments(workerCtx())).toBe(0)
})

test('a balance that does not cover the loss is not changed: then the platform bears it', LONG, async () => {
  const gone = await world.paidAndGone(ASKED)
  const { businessId } = world.payer
  const spent = { currency: 'USD', units: 1n } as const
  await post(businessId, [
    { ...spent, businessId, kind: 'available', units: -1n },
    { ...spent, kind: 'revenue' },
  ])
  await decide('reverse', gone.arrivalId)
  await expect(decide('reverse', gone.arrivalId, BEN)).rejects.toThrow('does not cover')
  await decideByTwo('bear', gone.arrivalId)
  expect(await world.lost()).toBe(-ASKED)
  await world.expectAgreed(gone.address)
})

test.each([
  ['less', 775_00000000n, 120_000_000n],
  ['more', 3_100_00000000n, 60_000_000n],
])(
  'of an overpaid quote exactly the credited dollars are taken back, if they cost %s naira since',
  LONG,
  async (_, rate, given) => {
    const gone = await world.paidAndGone(4n * ASKED, { meanwhile: () => setRate(rate) })
    await setRate()
    expect(await unitsOf(world.payer, 'USD', 'available')).toBe(given)
    await decideByTwo('reverse', gone.arrivalId)
    expect(await unitsOf(world.payer, 'USD', 'available')).toBe(0n)
    await world.expectAgreed(gone.address)
  },
)

test('a part that waited for the rest no longer counts', LONG, async () => {
  const gone = await world.paidAndGone(1_000_000_000n)
  expect((await readPayment(gone.paymentId)).receivedMinor).toBe(100_000n)
  await decideByTwo('reverse', gone.arrivalId)
  expect(await readPayment(gone.paymentId)).toMatchObject({ status: 'PENDING', receivedMinor: 0n })
  await world.expectAgreed(gone.address)
})

test('a late credit is taken out of the balance again', LONG, async () => {
  const gone = await world.paidAndGone(ASKED, { expiryAt: new Date(Date.now() - 60_000) })
  expect(await unitsOf(world.payer, 'USD', 'available')).toBe(20_000_000n)
  await decideByTwo('reverse', gone.arrivalId)
  expect(await unitsOf(world.payer, 'USD', 'available')).toBe(0n)
  await world.expectAgreed(gone.address)
})

test(
  'a transfer that arrives again in another block is never credited twice: operators mark it as the same, and it is swept',
  LONG,
  async () => {
    const gone = await world.paidAndGone(ASKED)
    const had = await unitsOf(world.payer, 'USD', 'available')
    const again = await world.comesAgain(gone, ['REVERTED', 'DOUBTFUL'])
    await readOn(CHAIN_ID)
    expect(await receiptsOf(gone.paymentId)).toHaveLength(1)
    expect(await sweepPayments(workerCtx())).toBe(0)
    const { items } = await unmatchedDeposits()
    expect(items.find(({ id }) => id === again)?.decisions).toEqual(['same', 'ignore'])
    await decideByTwo('same', again)
    await expect(decide('reverse', gone.arrivalId)).rejects.toThrow('already')
    await world.expectAgreed(gone.address)
    expect(await sweepPayments(workerCtx())).toBe(1)
    world.engine.chain.resumeMining()
    await world.engine.runUntilEnded((await sweepsOf(gone.walletId))[0]?.transactionId ?? '')
    expect(await sweepsOf(gone.walletId)).toMatchObject([{ state: 'DONE', units: ASKED }])
    await world.expectAgreed(gone.address)
    expect(await unitsOf(world.payer, 'USD', 'available')).toBe(had)
    expect((await unmatchedDeposits()).total).toBe(0)
  },
)

test('money that was reversed and arrives again is booked again, once', LONG, async () => {
  const gone = await world.paidAndGone(ASKED)
  await decideByTwo('reverse', gone.arrivalId)
  const again = await world.comesAgain(gone, ['REVERTED', 'DOUBTFUL'])
  await expect(decide('same', again)).rejects.toThrow('not possible')
  await decideByTwo('book', again)
  await until(CHAIN_ID, async () => expect(await receiptsOf(gone.paymentId)).toHaveLength(2))
  await readOn(CHAIN_ID)
  expect((await receiptsOf(gone.paymentId)).map(({ outcome }) => outcome)).toEqual(['REVERSED', 'CREDITED'])
  expect(await unitsOf(world.payer, 'USD', 'available')).toBe(20_000_000n)
  await world.expectAgreed(gone.address)
})

test.each([
  ['paid for something', {}, 'SETTLED'],
  ['was credited late', { expiryAt: new Date(Date.now() - 60_000) }, 'CREDITED'],
] as const)(
  'money that arrives again undoes the loss of the platform: if it %s, it counts once',
  LONG,
  async (_, when, outcome) => {
    const lost = await world.lost()
    const gone = await world.paidAndGone(ASKED, when)
    await decideByTwo('bear', gone.arrivalId)
    const had = await unitsOf(world.payer, 'USD', 'available')
    expect(had).toBe(20_000_000n)
    expect(await world.lost()).toBe(lost - ASKED)
    const again = await world.comesAgain(gone, ['REVERTED', 'DOUBTFUL'])
    expect((await unmatchedDeposits()).items.find(({ id }) => id === again)?.decisions).toEqual(['same', 'ignore'])
    await expect(decide('book', again)).rejects.toThrow('not possible')
    await decideByTwo('same', again)
    await readOn(CHAIN_ID)
    expect(await receiptsOf(gone.paymentId)).toMatchObject([{ outcome }])
    expect(await world.lost()).toBe(lost)
    expect(await unitsOf(world.payer, 'USD', 'available')).toBe(had)
    await world.expectAgreed(gone.address)
    // A sweep needs a receipt that is not reversed and an arrival in state RECEIVED.
    expect((await arrivalsAt(gone.walletId)).map(({ state }) => state)).toEqual(['REVERTED', 'RECEIVED'])
  },
)

test('a loss that was proposed before the money came again and decided after nets to zero too', LONG, async () => {
  const gone = await world.paidAndGone(ASKED)
  await decide('bear', gone.arrivalId)
  const again = await world.comesAgain(gone, ['REVERTED', 'DOUBTFUL'])
  expect(await decide('bear', gone.arrivalId, BEN)).toEqual({ state: 'done' })
  await expect(decide('book', again)).rejects.toThrow('not possible')
  await decideByTwo('same', again)
  expect(await unitsOf(world.payer, 'USD', 'available')).toBe(20_000_000n)
  await world.expectAgreed(gone.address)
})

test.each(['bear', 'none'] as const)(
  'money that arrived again and is reverted once more needs a new decision, after %s',
  LONG,
  async (first) => {
    const gone = await world.paidAndGone(ASKED)
    if (first === 'bear') await decideByTwo('bear', gone.arrivalId)
    const revert = await world.engine.chain.snapshot()
    const again = await world.comesAgain(gone, ['REVERTED', 'DOUBTFUL'])
    await decideByTwo('same', again)
    await revert()
    await world.engine.chain.test.mine({ blocks: 9 })
    const states = async () => (await arrivalsAt(gone.walletId)).map(({ state }) => state)
    await until(CHAIN_ID, async () => expect(await states()).toEqual(['REVERTED', 'REVERTED']))
    await runWatchers(workerCtx(), [arrivalWatcher])
    expect(await alarmedOf('payment_reverted')).toHaveLength(1)
    expect((await unmatchedDeposits()).items.find(({ id }) => id === again)?.decisions).toEqual(['reverse', 'bear'])
    await decideByTwo('reverse', again)
    expect(await unitsOf(world.payer, 'USD', 'available')).toBe(0n)
    expect(await receiptsOf(gone.paymentId)).toMatchObject([{ outcome: 'REVERSED' }])
    await world.expectAgreed(gone.address)
  },
)

test('ignored money that came again stays at its address and leaves the list', LONG, async () => {
  const gone = await world.paidAndGone(ASKED)
  const again = await world.comesAgain(gone, ['REVERTED', 'DOUBTFUL'])
  await decideByTwo('ignore', again)
  expect((await unmatchedDeposits()).items.map(({ id }) => id)).not.toContain(again)
  expect(await receiptsOf(gone.paymentId)).toHaveLength(1)
})
