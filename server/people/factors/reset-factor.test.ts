import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { memberships, proposals, recoveryCodes, totpSecrets } from '@/db/schema'
import { workerCtx } from '@/server/ctx'
import { findPerson } from '@/server/people/find-person'
import { createTenant } from '@/server/testing/create-tenant'
import { openDatabase } from '@/server/testing/open-database'
import { mutatePortal, newPortalCaller, type PortalCaller } from '@/server/testing/portal-caller'
import { addFactor } from '@/server/testing/second-factor'

type Tenant = Awaited<ReturnType<typeof createTenant>>

openDatabase()
let tenant: Tenant
let owner: PortalCaller

beforeEach(async () => {
  tenant = await createTenant()
  owner = await newPortalCaller({ businessId: tenant.businessId, role: 'owner' })
})

async function developerWithFactor({ businessId }: Tenant): Promise<PortalCaller> {
  const developer = await newPortalCaller({ businessId, role: 'developer' })
  await addFactor(developer.personId)
  return developer
}

function resetAsOwner(userId: string) {
  const input = { projectId: tenant.projectId, userId }
  return mutatePortal(owner, { path: 'team.resetFactor', input, key: randomUUID() })
}

function resetAs(operator: PortalCaller, personId: string) {
  return mutatePortal(operator, { path: 'people.resetFactor', input: { personId }, key: randomUUID() })
}

function hasFactor(userId: string): Promise<number> {
  return workerCtx().db.$count(totpSecrets, eq(totpSecrets.userId, userId))
}

test('an owner resets the second factor of a member, which ends their sessions and recovery codes', async () => {
  const { personId, sessionToken } = await developerWithFactor(tenant)
  expect(await resetAsOwner(personId)).toMatchObject({ status: 200 })
  expect(await hasFactor(personId)).toBe(0)
  expect(await workerCtx().db.$count(recoveryCodes, eq(recoveryCodes.userId, personId))).toBe(0)
  expect(await findPerson(workerCtx(), sessionToken)).toBeNull()
})

test('an owner resets none of their own, of another business, or of who belongs to another business too', async () => {
  await addFactor(owner.personId)
  expect(await resetAsOwner(owner.personId)).toMatchObject({ status: 422 })
  const other = await createTenant()
  const stranger = await developerWithFactor(other)
  expect(await resetAsOwner(stranger.personId)).toMatchObject({ status: 404 })
  const shared = await developerWithFactor(tenant)
  const elsewhere = { userId: shared.personId, memberOf: other.businessId, role: 'viewer' } as const
  await workerCtx().db.insert(memberships).values(elsewhere)
  expect(await resetAsOwner(shared.personId)).toMatchObject({ status: 422 })
  expect(await hasFactor(shared.personId)).toBe(1)
})

test('the second factor of staff is reset once a second operator agrees', async () => {
  const [first, second] = [
    await newPortalCaller({ platformRole: 'operator' }),
    await newPortalCaller({ platformRole: 'operator' }),
  ]
  const support = await newPortalCaller({ platformRole: 'support' })
  await addFactor(support.personId)
  expect(await resetAs(first, support.personId)).toMatchObject({
    status: 200,
    text: expect.stringContaining('proposed'),
  })
  expect(await hasFactor(support.personId)).toBe(1)
  const [proposal] = await workerCtx().db.select().from(proposals).where(eq(proposals.subject, support.personId))
  const approve = (by: PortalCaller) =>
    mutatePortal(by, { path: 'proposals.approve', input: { proposalId: proposal?.id }, key: randomUUID() })
  expect((await approve(first)).status).not.toBe(200)
  expect(await hasFactor(support.personId)).toBe(1)
  expect(await approve(second)).toMatchObject({ status: 200 })
  expect(await hasFactor(support.personId)).toBe(0)
})
