import { eq } from 'drizzle-orm'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { paymentReceipts, proposals } from '@/db/schema'
import { inOperator, type OperatorCtx, workerCtx } from '@/server/ctx'
import { createPlatform, unitsOf } from '@/server/ledger/holder.test-data'
import { decideException } from '@/server/payments/exceptions/decide-exception'
import { lostReceipt } from '@/server/payments/lost-receipt.test-data'
import { approveRefund } from '@/server/payments/refunds/decide-refund'
import { askBack, readRefund } from '@/server/payments/refunds/refund-world.test-data'
import { setPersonActive } from '@/server/people/set-person-active'
import { anyOperator } from '@/server/testing/any-operator'
import { createTenant } from '@/server/testing/create-tenant'
import { openDatabase } from '@/server/testing/open-database'
import { newOperator, type Operator } from '@/server/testing/operator-calls'
import { setRate } from '@/server/testing/set-rate'

/** Naira above the limit of one person, in kobo. */
const MUCH = 100_000_001n
const reason = 'their bank said so'

openDatabase()
beforeAll(createPlatform)

let leaver: Operator
let first: Operator
let second: Operator
let tenant: Awaited<ReturnType<typeof createTenant>>
beforeEach(async () => {
  await setRate(1_550_00000000n)
  await workerCtx().db.delete(proposals)
  ;[leaver, first, second] = [await newOperator(), await newOperator(), await newOperator()]
  tenant = await createTenant()
})

const as = <T>({ personId }: Operator, work: (ctx: OperatorCtx) => Promise<T>) =>
  inOperator(anyOperator(personId), work)
const switchOff = ({ personId }: Operator) => as(first, (ctx) => setPersonActive(ctx, { personId, isActive: false }))
const available = () => unitsOf(tenant, 'USD', 'available')

test('what a person proposed who was switched off since is approved by nobody, and can be proposed again', async () => {
  const { businessId } = tenant
  const credit = (by: Operator) => by.mutate('ledger.credit', { businessId, amountUsd: '5000.00', reason })
  expect(await credit(leaver)).toEqual({ state: 'proposed' })
  await switchOff(leaver)
  const [row] = await workerCtx().db.select().from(proposals)
  const approve = (by: Operator, proposalId = row?.id) => by.mutate('proposals.approve', { proposalId })
  await expect(approve(first)).rejects.toThrow('no longer an operator')
  expect(await available()).toBe(0n)
  await first.mutate('proposals.drop', { proposalId: row?.id })
  expect(await credit(first)).toEqual({ state: 'proposed' })
  const [again] = await workerCtx().db.select().from(proposals).where(eq(proposals.state, 'OPEN'))
  await approve(second, again?.id)
  expect(await available()).toBe(5_000_000_000n)
})

test('a refund that a person requested who was switched off since is not begun', async () => {
  const receiptId = await lostReceipt(MUCH)
  const { refundId, state } = await askBack({ receiptId, kobo: MUCH }, anyOperator(leaver.personId))
  expect(state).toBe('requested')
  await switchOff(leaver)
  await expect(as(first, (ctx) => approveRefund(ctx, { refundId }))).rejects.toThrow('no longer an operator')
  expect((await readRefund(refundId)).state).toBe('REQUESTED')
})

test('a decision on money that a person made who was switched off since counts for none of two', async () => {
  const receiptId = await lostReceipt(MUCH)
  const decision = { kind: 'credit', receiptId, businessId: tenant.businessId, reason } as const
  const decide = (by: Operator) => as(by, (ctx) => decideException(ctx, decision))
  expect(await decide(leaver)).toEqual({ state: 'proposed' })
  await switchOff(leaver)
  expect(await decide(first)).toEqual({ state: 'proposed' })
  const outcome = async () =>
    (await workerCtx().db.select().from(paymentReceipts).where(eq(paymentReceipts.id, receiptId)))[0]?.outcome
  expect([await outcome(), await available()]).toEqual(['SUSPENSE', 0n])
  expect(await decide(second)).toEqual({ state: 'done' })
  expect(await outcome()).toBe('CREDITED')
})
