import { and, eq } from 'drizzle-orm'
import fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import { mailMessages, subscriptions } from '@/db/schema'
import { inTenant, type Tenant, workerCtx } from '@/server/ctx'
import { MS_PER_DAY } from '@/server/durations'
import { postCredit } from '@/server/ledger/credit-business'
import { createPlatform } from '@/server/ledger/holder.test-data'
import { REMINDER_DAYS } from '@/server/mail/templates/renewal-reminder'
import { giveOwner } from '@/server/payments/mails/owner.test-data'
import { createPayer, createPlanAt, type Payer, workerAt } from '@/server/payments/payment-world.test-data'
import { setAutoRenew } from '@/server/subscriptions/set-auto-renew'
import { openDatabase } from '@/server/testing/open-database'
import { propertyRuns } from '@/server/testing/proof'
import { runRenewals } from './run-renewals'
import { sendReminders } from './send-reminders'

openDatabase()
const END = new Date('2027-02-15T10:00:00Z')
const at = (days: number) => workerAt(new Date(END.getTime() + days * MS_PER_DAY))
let payer: Payer
let planId: number

beforeAll(async () => {
  await createPlatform()
  payer = await createPayer()
  await giveOwner(payer)
  planId = await createPlanAt({ priceMinor: 3_100_000n })
})

async function runs(): Promise<string> {
  const { businessId, projectId } = payer
  const { db } = workerCtx()
  await db.update(subscriptions).set({ status: 'EXPIRED' }).where(eq(subscriptions.businessId, businessId))
  const period = { startDate: new Date('2027-01-15T10:00:00Z'), endDate: END, anchorDay: 15, autoRenew: true }
  const [row] = await db
    .insert(subscriptions)
    .values({ businessId, projectId, planId, productId: 1, status: 'ACTIVE', ...period, createdBy: 'test' })
    .returning({ id: subscriptions.id })
  if (!row) throw new Error('the subscription was not written')
  return row.id
}
const topUp = (micros: bigint) =>
  postCredit(workerCtx().db, { businessId: payer.businessId, micros, reason: 'a test', createdBy: 'system:test' })
const remindersOf = (id: string) =>
  workerCtx()
    .db.select()
    .from(mailMessages)
    .where(and(eq(mailMessages.sourceId, id), eq(mailMessages.kind, 'renewal-reminder')))
const rowOf = async (id: string) => {
  const [row] = await workerCtx().db.select().from(subscriptions).where(eq(subscriptions.id, id))
  if (!row) throw new Error('no subscription')
  return row
}
const switchTo = (id: string, autoRenew: boolean) => {
  const tenant: Tenant = { ...payer, actor: { type: 'system', id: 'test' } }
  return inTenant(tenant, (ctx) => setAutoRenew({ ...ctx, projectId: payer.projectId }, { id, autoRenew }))
}

test('a reminder announces the renewal if the balance covers it, otherwise how to pay', async () => {
  const id = await runs()
  await sendReminders(at(-7))
  expect(await remindersOf(id)).toMatchObject([{ subject: expect.stringContaining('ends within 7 days') }])
  expect((await remindersOf(id))[0]?.text).toContain('The USD balance lacks $20.00 to renew it.')
  await topUp(20_000_000n)
  await sendReminders(at(-3))
  const covered = (await remindersOf(id)).find(({ onceKey }) => onceKey.startsWith('reminder-3'))
  expect(covered?.subject).toContain('renews within 3 days')
  expect(covered?.text).toContain('It renews automatically')
  expect(covered?.text).toMatch(/\/projects\/[0-9a-f-]{36}\/plans\b/)
})

test('a cancel during a reminder comes after it or prevents it', async () => {
  for (const days of REMINDER_DAYS) {
    const id = await runs()
    const [, canceled] = await Promise.all([sendReminders(at(-days)), switchTo(id, false)])
    const before = (await remindersOf(id)).length
    expect(canceled.autoRenew).toBe(false)
    await Promise.all([sendReminders(at(-days)), sendReminders(at(-0.5))])
    expect((await remindersOf(id)).length).toBe(before)
  }
})

const step = fc.oneof(
  // The clock jumps forward or back, then the job runs in one or several processes.
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constant('remind'),
      day: fc.integer({ min: -9, max: 32 }),
      times: fc.integer({ min: 1, max: 3 }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('switch'), isOn: fc.boolean() }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('renew'), day: fc.integer({ min: 0, max: 32 }) }) },
)

test('sends one reminder of each kind for each end, none after a cancel or renewal, however the clock jumps', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 12 }), async (steps) => {
      await topUp(40_000_000n)
      const id = await runs()
      for (const one of steps) {
        const [before, row] = [await remindersOf(id), await rowOf(id)]
        if ('isOn' in one) {
          if (['ACTIVE', 'PAST_DUE'].includes(row.status)) await switchTo(id, one.isOn)
        } else if ('times' in one) {
          await Promise.all(Array.from({ length: one.times }, () => sendReminders(at(one.day))))
        } else await runRenewals(at(one.day))
        const reminders = await remindersOf(id)
        const isQuiet = !('times' in one) || row.status !== 'ACTIVE' || !row.autoRenew
        if (isQuiet) expect(reminders.length).toBe(before.length)
        const added = reminders.filter((mail) => before.every((known) => known.id !== mail.id))
        expect(added.length).toBeLessThanOrEqual(1)
        // Only for the current end date.
        for (const { onceKey } of added) expect(onceKey).toContain(row.endDate.toISOString())
      }
      const keys = (await remindersOf(id)).map(({ onceKey }) => onceKey)
      expect(new Set(keys).size).toBe(keys.length)
    }),
    propertyRuns(10, 150),
  )
})
