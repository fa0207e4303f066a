import { and, asc, eq } from 'drizzle-orm'
import { v7 } from 'uuid'
import { expect, test } from 'vitest'
import { auditLog } from '@/db/schema'
import { createBusiness } from '@/server/businesses/create-business'
import { inOperator, workerCtx } from '@/server/ctx'
import { invitePerson } from '@/server/people/invite-person'
import { sendPasswordReset } from '@/server/people/links/send-password-reset'
import { listPeople } from '@/server/people/list-people'
import { setPersonActive } from '@/server/people/set-person-active'
import { PILOT } from '@/server/plans/plan-terms.test-data'
import { createPlan, updatePlan } from '@/server/plans/save-plan'
import { PLATFORM_BUSINESS_ID } from '@/server/platform-business'
import { acceptLink, tokenOf } from '@/server/testing/accept-link'
import { anyOperator } from '@/server/testing/any-operator'
import { createTenant } from '@/server/testing/create-tenant'
import { openDatabase } from '@/server/testing/open-database'
import { verifyAudit } from './verify-audit'

const WHO = anyOperator()

openDatabase()

async function rowsAbout(target: string) {
  const rows = await workerCtx()
    .db.select()
    .from(auditLog)
    .where(and(eq(auditLog.businessId, PLATFORM_BUSINESS_ID), eq(auditLog.target, target)))
    .orderBy(asc(auditLog.seq))
  for (const row of rows.filter(({ action }) => action !== 'invitation.accepted'))
    expect(row).toMatchObject({ actorType: 'user', actorId: WHO.actor.id, requestId: WHO.requestId })
  return rows.map(({ action, detail }) => ({ action, detail }))
}

test('a plan leaves its terms when made and when changed', async () => {
  const { id } = await inOperator(WHO, (ctx) => createPlan(ctx, { ...PILOT, productId: 1 }))
  await inOperator(WHO, (ctx) => updatePlan(ctx, { ...PILOT, planId: id, priceMonthlyMinor: 250n }))
  expect(await rowsAbout(String(id))).toEqual([
    {
      action: 'plan.created',
      detail: expect.objectContaining({ name: 'Pilot', productId: 1, priceMonthlyMinor: 100 }),
    },
    {
      action: 'plan.updated',
      detail: expect.objectContaining({ name: 'Pilot', productId: 1, priceMonthlyMinor: 250 }),
    },
  ])
})

test('a person with a platform role leaves a row, and so does everything done to the sign-in', async () => {
  const email = 'sade@example.test'
  const invited = await inOperator(WHO, (ctx) => invitePerson(ctx, { name: 'Sade', email, role: 'support' }))
  await acceptLink(invited.link)
  const people = await inOperator(WHO, (ctx) => listPeople(ctx))
  const personId = people.items.find((person) => person.email === email)?.id ?? ''
  const reset = await inOperator(WHO, (ctx) => sendPasswordReset(ctx, { personId }))
  await inOperator(WHO, (ctx) => setPersonActive(ctx, { personId, isActive: false }))
  await inOperator(WHO, (ctx) => setPersonActive(ctx, { personId, isActive: true }))
  const rows = [...(await rowsAbout(invited.id)), ...(await rowsAbout(personId))]
  expect(rows).toEqual([
    { action: 'person.invited', detail: { role: 'support', email } },
    { action: 'invitation.accepted', detail: { role: 'support', invitationId: invited.id } },
    { action: 'person.password_reset', detail: {} },
    { action: 'person.switched_off', detail: {} },
    { action: 'person.switched_on', detail: {} },
  ])
  for (const secret of [invited.link, reset.link].map(tokenOf)) expect(JSON.stringify(rows)).not.toContain(secret)
})

test("a customer's person is invited on the customer's chain alone", async () => {
  const { businessId } = await createTenant()
  const { id } = await inOperator(WHO, (ctx) =>
    invitePerson(ctx, { name: 'Ada', email: 'ada@example.test', role: 'owner', businessId }),
  )
  expect(await rowsAbout(id)).toEqual([])
})

test('a new customer leaves a row on both chains', async () => {
  const { id } = await inOperator(WHO, (ctx) => createBusiness(ctx, { name: 'Ada Pay' }))
  expect(await rowsAbout(id)).toEqual([{ action: 'business.created', detail: { name: 'Ada Pay' } }])
  expect(await inOperator(WHO, (ctx) => verifyAudit({ ...ctx, businessId: id }))).toEqual({ isIntact: true, rows: 1 })
})

test('what is refused leaves nothing, and the chain holds', async () => {
  const verify = () => inOperator(WHO, (ctx) => verifyAudit({ ...ctx, businessId: PLATFORM_BUSINESS_ID }))
  const before = await verify()
  await expect(inOperator(WHO, (ctx) => sendPasswordReset(ctx, { personId: v7() }))).rejects.toThrow('Person not found')
  await expect(inOperator(WHO, (ctx) => updatePlan(ctx, { ...PILOT, planId: 987654 }))).rejects.toThrow(
    'Plan not found',
  )
  expect(before.isIntact).toBe(true)
  expect(await verify()).toEqual(before)
})
