import { eq } from 'drizzle-orm'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { subscriptions } from '@/db/schema'
import { inTenant, workerCtx } from '@/server/ctx'
import { MS_PER_DAY } from '@/server/durations'
import { createPlatform } from '@/server/ledger/holder.test-data'
import { PAGE_SIZE } from '@/server/paging'
import { createPayer, createPlanAt, type Payer, workerAt } from '@/server/payments/payment-world.test-data'
import { buy, scripted } from '@/server/payments/refunds/refund-world.test-data'
import { runRenewals } from '@/server/payments/renewals/run-renewals'
import { createPayment } from '@/server/payments/subscribe'
import { openDatabase } from '@/server/testing/open-database'
import { listHistory } from './list-history'

openDatabase()
beforeAll(createPlatform)

let payer: Payer
beforeEach(async () => {
  payer = await createPayer()
})

const listed = ({ projectId }: Payer, page = 1) =>
  inTenant(payer, (ctx) => listHistory({ ...ctx, projectId }, { page }))
const monthly = { purpose: 'SUBSCRIPTION', billingCycle: 'MONTHLY', description: '' } as const

test('what ran before stands behind what runs, each with the payment that paid it', async () => {
  const [small, large] = [
    await createPlanAt({ priceMinor: 3_000_000n }),
    await createPlanAt({ priceMinor: 9_000_000n }),
  ]
  const first = await buy(payer, { ...monthly, planId: small })
  const second = await buy(payer, { ...monthly, planId: large }, { now: new Date(Date.now() + MS_PER_DAY) })
  const { items, total } = await listed(payer)
  expect(total).toBe(items.length)
  expect(items.slice(0, 2)).toMatchObject([
    {
      status: 'ACTIVE',
      payment: { id: second.paymentId },
      autoRenew: true,
      billingCycle: 'MONTHLY',
    },
    { status: 'CANCELED', payment: { id: first.paymentId, amountNgn: '30000' } },
  ])
})

test('one whose time of grace is over stays in the list; a project sees none of another', async () => {
  const planId = await createPlanAt({ priceMinor: 3_000_000n })
  await buy(payer, { ...monthly, planId })
  for (const days of [32, 40]) await runRenewals(workerAt(new Date(Date.now() + days * MS_PER_DAY)))
  expect((await listed(payer)).items[0]).toMatchObject({ status: 'EXPIRED' })
  expect((await listed(await createPayer())).items).toEqual([])
})

test('a quote that was never paid is no subscription the project had; one that waits is listed', async () => {
  const planId = await createPlanAt({ priceMinor: 3_000_000n })
  const request = { ...monthly, planId }
  const quote = () =>
    inTenant(payer, (ctx) => createPayment({ ...ctx, projectId: payer.projectId }, { request, openers: [scripted] }))
  await quote()
  await quote()
  expect(await listed(payer)).toMatchObject({ total: 1, items: [{ status: 'PENDING' }] })
})

test('one that was given names no payment, and many have pages', async () => {
  const db = workerCtx().db
  await db.delete(subscriptions).where(eq(subscriptions.businessId, payer.businessId))
  const { businessId, projectId } = payer
  const terms = { businessId, projectId, planId: 2, productId: 1, status: 'EXPIRED', createdBy: 'test' } as const
  const moments = { startDate: new Date(), endDate: new Date() }
  await db.insert(subscriptions).values(Array.from({ length: PAGE_SIZE + 1 }, () => ({ ...terms, ...moments })))
  const [first, second] = [await listed(payer), await listed(payer, 2)]
  expect([first.total, first.items.length, second.items.length]).toEqual([PAGE_SIZE + 1, PAGE_SIZE, 1])
  expect(new Set([...first.items, ...second.items].map(({ id }) => id)).size).toBe(PAGE_SIZE + 1)
  expect(second.items[0]?.payment).toBeNull()
})

test('one is found by its id, and by no other project', async () => {
  const planId = await createPlanAt({ priceMinor: 3_000_000n })
  await buy(payer, { ...monthly, planId })
  const id = (await listed(payer)).items[0]?.id ?? ''
  const find = (owner: Payer) =>
    inTenant(owner, (ctx) => listHistory({ ...ctx, projectId: owner.projectId }, { page: 1, search: id.toUpperCase() }))
  expect(await find(payer)).toMatchObject({ total: 1, items: [{ id }] })
  expect((await find(await createPayer())).items).toEqual([])
})
