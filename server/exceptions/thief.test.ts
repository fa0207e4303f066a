import { eq, inArray } from 'drizzle-orm'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { deposits, paymentArrivals, paymentReceipts, paymentRefunds, paymentSweeps, proposals } from '@/db/schema'
import type { ExceptionPage, ExceptionView } from '@/schemas/exceptions/contract'
import { EXCEPTION_KINDS, type ExceptionKind } from '@/schemas/exceptions/words'
import { inWorker, workerCtx } from '@/server/ctx'
import { ledgerDrift } from '@/server/ledger/ledger-drift'
import { workerAt } from '@/server/payments/payment-world.test-data'
import { endRefund } from '@/server/payments/refunds/end-refund'
import { receiveMoney } from '@/server/payments/settlement/receive-money'
import { advanceArrivals } from '@/server/payments/stablecoins/advance-arrivals'
import { openDatabase } from '@/server/testing/open-database'
import { newOperator, type Operator } from '@/server/testing/operator-calls'
import { propertyRuns } from '@/server/testing/proof'
import { DECISIONS } from './decisions.test-data'
import { type ExceptionWorld, leave, openExceptionWorld, type Size, type Waiting } from './exception-world.test-data'

openDatabase()
const db = () => workerCtx().db
let world: ExceptionWorld
let people: Operator[]
beforeAll(async () => {
  world = await openExceptionWorld()
  people = [await newOperator(), await newOperator(), await newOperator()]
})
afterAll(() => world.close())

const nth = fc.nat(3)
const who = fc.nat(2)
const step = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record({
      kind: fc.constant('decide'),
      nth,
      who,
      pick: fc.nat(3),
      copies: fc.integer({ min: 1, max: 2 }),
    }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('report'), nth }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('leave'), nth }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('book') }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('answer'), isPaid: fc.boolean() }) },
)
const made = fc.record({ of: fc.constantFrom(...EXCEPTION_KINDS), size: fc.constantFrom<Size>('below', 'above') })
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never
type Made = Waiting & { kind: ExceptionKind }

function person(n: number): Operator {
  const one = people[n]
  if (!one) throw new Error('no such operator')
  return one
}

/** A refusal is a valid answer: what must hold is checked afterwards. */
async function decide(one: Made, { pick, by, copies }: { pick: number; by: number; copies: number }): Promise<void> {
  const all = Object.values(DECISIONS[one.kind].decisions)
  const decision = all[pick % all.length]
  if (!decision) return
  const say = () => person(by).mutate(decision.path, decision.input(one, world))
  await Promise.allSettled(Array.from({ length: copies }, say))
}

/** A provider reports the money again, now for an account that is known. */
async function report(id: string): Promise<void> {
  const [receipt] = await db().select().from(paymentReceipts).where(eq(paymentReceipts.id, id))
  if (!receipt) return
  const { provider, providerTxnId, currency, units, paidAt } = receipt
  await receiveMoney(workerAt(new Date()), {
    ...{ provider, providerTxnId, currency, units, feeUnits: 0n, paidAt, account: null },
  })
}

/** The provider answers every refund that it was asked for. */
async function answer(isPaid: boolean): Promise<void> {
  const open = await db()
    .select()
    .from(paymentRefunds)
    .where(inArray(paymentRefunds.state, ['PROCESSING', 'NEEDS_DETAILS']))
  for (const { id, receiptId } of open) {
    const end = { refundId: id, receiptId: receiptId ?? '', providerRef: null, createdBy: 'system:refunds' } as const
    const outcome = isPaid ? { state: 'DONE', problem: null } : { state: 'FAILED', problem: 'closed' }
    await inWorker((ctx) => endRefund(ctx, { ...end, ...outcome } as Parameters<typeof endRefund>[1]))
  }
}

async function leaveChain(id: string): Promise<void> {
  const [deposit] = await db().select().from(deposits).where(eq(deposits.id, id))
  const [arrival] = await db().select().from(paymentArrivals).where(eq(paymentArrivals.depositId, id))
  const isSent = arrival?.sweepId != null && arrival.state === 'FOREIGN'
  if (deposit && arrival && deposit.stage !== 'reverted' && !isSent) await leave(id)
}

function play(one: Step, all: readonly Made[]): Promise<unknown> {
  const target = 'nth' in one ? all[one.nth % all.length] : undefined
  if ('pick' in one) return target ? decide(target, { ...one, by: one.who }) : Promise.resolve()
  if ('isPaid' in one) return answer(one.isPaid)
  if (one.kind === 'book') return advanceArrivals(workerCtx())
  if (!target) return Promise.resolve()
  return one.kind === 'report' ? report(target.id) : leaveChain(target.id)
}

const listed = async (): Promise<readonly ExceptionView[]> =>
  (await person(0).ask<ExceptionPage>('exceptions.list', { page: 1 })).items

/** No sum is refunded, credited or sent twice, or beyond what arrived. */
async function expectNothingTwice(): Promise<void> {
  expect(await ledgerDrift(db())).toEqual([])
  const refunds = (await db().select().from(paymentRefunds)).filter(({ state }) => state !== 'FAILED')
  for (const receipt of await db().select().from(paymentReceipts)) {
    const given = refunds
      .filter(({ receiptId }) => receiptId === receipt.id)
      .reduce((sum, { units }) => sum + units, 0n)
    const kept = ['CREDITED', 'SETTLED'].includes(receipt.outcome) && receipt.currency === 'NGN' ? receipt.units : 0n
    expect(given + kept <= receipt.units).toBe(true)
  }
  const sent = (await db().select().from(paymentSweeps)).filter(({ state }) => state === 'OPEN' || state === 'DONE')
  for (const sweep of sent) {
    const arrivals = await db().select().from(paymentArrivals).where(eq(paymentArrivals.sweepId, sweep.id))
    if (arrivals.length > 0) expect(sweep.units).toBe(arrivals.reduce((sum, { units }) => sum + units, 0n))
    expect(
      sent.filter(({ walletId, chainId }) => walletId === sweep.walletId && chainId === sweep.chainId),
    ).toHaveLength(1)
  }
}

/** Every row that is left can be ended by people: with any of its buttons, pressed by one or two of them. */
async function endAll(all: readonly Made[]): Promise<void> {
  for (let round = 0; round < 4; round++) {
    await answer(true)
    await advanceArrivals(workerCtx())
    const rows = await listed()
    if (rows.length === 0) return
    for (const { kind, id } of rows) {
      const known = all.find((one) => one.id === id) ?? all.find((one) => one.address !== '')
      await end({ paymentId: '', address: '', ...known, id, kind })
    }
  }
}

async function end(one: Made): Promise<void> {
  const buttons = Object.keys(DECISIONS[one.kind].decisions).length
  for (let pick = buttons - 1; pick >= 0; pick--)
    for (const by of [0, 1, 2]) {
      await decide(one, { pick, by, copies: 1 })
      if ((await listed()).every(({ id, kind }) => id !== one.id || kind !== one.kind)) return
    }
}

test('whatever people decide, and whatever arrives or leaves meanwhile, no money leaves twice and every row ends', {
  timeout: 3_600_000,
}, async () => {
  const run = async (wanted: { of: ExceptionKind; size: Size }[], steps: readonly Step[]) => {
    await db().delete(proposals)
    const all: Made[] = []
    for (const { of, size } of wanted) all.push({ ...(await DECISIONS[of].make(world, size, person(0))), kind: of })
    expect((await listed()).length).toBeGreaterThanOrEqual(all.length - 1)
    for (const one of steps) {
      await play(one, all)
      await expectNothingTwice()
    }
    await endAll(all)
    await expectNothingTwice()
    expect((await listed()).map(({ kind, happened }) => `${kind}: ${happened}`)).toEqual([])
  }
  const scripts = [fc.array(made, { minLength: 2, maxLength: 4 }), fc.array(step, { maxLength: 10 })] as const
  await fc.assert(fc.asyncProperty(...scripts, run), propertyRuns(8, 100))
})
