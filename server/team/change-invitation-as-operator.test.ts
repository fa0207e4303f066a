import { eq } from 'drizzle-orm'
import { v7 } from 'uuid'
import { beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { accountLinks } from '@/db/schema'
import { inOperator, workerCtx } from '@/server/ctx'
import { anyOperator } from '@/server/testing/any-operator'
import { createTenant } from '@/server/testing/create-tenant'
import { openDatabase } from '@/server/testing/open-database'
import { resendInvitationAsOperator, withdrawInvitationAsOperator } from './change-invitation-as-operator'
import { inviteAsOperator } from './invite-as-operator'
import { listOpenInvitations } from './list-open-invitations'

// No email is sent here: they only wait.
beforeAll(() => void vi.stubEnv('SMTP_URL', 'smtp://127.0.0.1:9'))
openDatabase()

let businessId: string
let email: string
beforeEach(async () => {
  businessId = (await createTenant()).businessId
  email = `${v7()}@example.test`
  await inOperator(anyOperator(), (ctx) => inviteAsOperator(ctx, { name: 'Ada Two', email, role: 'owner', businessId }))
})

const open = (of?: string) =>
  inOperator(anyOperator(), async (ctx) => (await listOpenInvitations(ctx, { businessId: of })).items)
const idOf = async () => (await open(businessId))[0]?.id ?? ''

test('an open invitation is listed for its business and among all', async () => {
  const shown = { email, role: 'owner', name: 'Ada Two', business: { id: businessId }, expiresAt: expect.any(String) }
  expect(await open(businessId)).toMatchObject([shown])
  expect((await open()).filter((one) => one.email === email)).toMatchObject([shown])
  expect(await open((await createTenant()).businessId)).toEqual([])
})

test('sent again it is one open invitation with a new link, and the former one is dead', async () => {
  const invitationId = await idOf()
  const outcome = await inOperator(anyOperator(), (ctx) => resendInvitationAsOperator(ctx, { invitationId }))
  expect(outcome).toEqual({ state: 'done', link: null })
  const links = await workerCtx().db.select().from(accountLinks).where(eq(accountLinks.email, email))
  expect(links.filter(({ revokedAt }) => revokedAt === null)).toHaveLength(1)
  expect(await open(businessId)).toMatchObject([{ email, role: 'owner', name: 'Ada Two' }])
  expect(await idOf()).not.toBe(invitationId)
  await expect(
    inOperator(anyOperator(), (ctx) => resendInvitationAsOperator(ctx, { invitationId })),
  ).rejects.toMatchObject({ code: 'not_found' })
})

test('revoked it is not listed, and is revoked once', async () => {
  const invitationId = await idOf()
  const revoke = () => inOperator(anyOperator(), (ctx) => withdrawInvitationAsOperator(ctx, { invitationId }))
  await revoke()
  expect(await open(businessId)).toEqual([])
  await expect(revoke()).rejects.toMatchObject({ code: 'not_found' })
})
