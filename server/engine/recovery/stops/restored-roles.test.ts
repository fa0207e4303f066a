import { and, eq } from 'drizzle-orm'
import { v7 } from 'uuid'
import { beforeEach, expect, it } from 'vitest'
import { memberships } from '@/db/schema'
import { inOperator, type TenantCtx, workerCtx } from '@/server/ctx'
import { findPerson } from '@/server/people/find-person'
import { joinBusiness } from '@/server/people/links/join-business'
import { changeRole } from '@/server/team/change-role'
import { removeMember } from '@/server/team/remove-member'
import { transferOwnership } from '@/server/team/transfer-ownership'
import { createTenant } from '@/server/testing/create-tenant'
import { newLink } from '@/server/testing/new-link'
import { openDatabase } from '@/server/testing/open-database'
import { newPortalCaller, type PortalCaller } from '@/server/testing/portal-caller'
import { takeBackup } from '@/server/testing/restorable-database'
import { openStops } from './stop-world.test-data'

const database = openDatabase()
const stops = openStops()
let businessId = ''
let owner: PortalCaller
let developer: PortalCaller
beforeEach(async () => {
  businessId = (await createTenant()).businessId
  await newPortalCaller({ businessId, role: 'owner' })
  owner = await newPortalCaller({ businessId, role: 'owner' })
  developer = await newPortalCaller({ businessId, role: 'developer' })
})

const asOwner = <T>(work: (ctx: TenantCtx) => Promise<T>) =>
  inOperator({ actor: { type: 'user', id: owner.personId, name: 'Owner' }, requestId: v7() }, (ctx) =>
    work({ ...ctx, businessId, projectId: null }),
  )
const change = (role: 'owner' | 'developer' | 'viewer') =>
  asOwner((ctx) => changeRole(ctx, { userId: owner.personId, role }))

async function roleOf({ personId }: PortalCaller) {
  const isIt = and(eq(memberships.memberOf, businessId), eq(memberships.userId, personId))
  const [row] = await workerCtx().db.select().from(memberships).where(isIt)
  return row?.role
}

/** The work happens after the backup that is restored then. */
async function restoreAfter(work: () => Promise<void>): Promise<void> {
  const backup = await takeBackup(database.url)
  await work()
  await stops.record()
  await backup.restore()
  await stops.restart()
}

it.each(['developer', 'viewer'] as const)('lowers an owner again who became a %s', async (role) => {
  await restoreAfter(() => change(role))
  expect(await roleOf(owner)).toBe(role)
})

it('takes the ownership again from the member who handed it over', async () => {
  await restoreAfter(() => asOwner((ctx) => transferOwnership(ctx, { userId: developer.personId })))
  expect([await roleOf(developer), await roleOf(owner)]).toEqual(['developer', 'developer'])
})

it('gives a member who was removed and invited again the role of the invitation', async () => {
  const person = await findPerson(workerCtx(), owner.sessionToken)
  if (!person) throw new Error('nobody is signed in')
  const { id } = await newLink({ kind: 'invitation', role: 'viewer', memberOf: businessId, email: person.email })
  await restoreAfter(async () => {
    await asOwner((ctx) => removeMember(ctx, { userId: person.id }))
    const actor = { type: 'user', id: person.id, name: person.name } as const
    await inOperator({ actor, requestId: v7() }, (ctx) => joinBusiness(ctx, { person, invitationId: id }))
  })
  expect(await roleOf(owner)).toBe('viewer')
})

it('leaves a role that was lowered and raised again, before the restore or after it', async () => {
  await restoreAfter(async () => {
    await change('viewer')
    await change('owner')
  })
  expect(await roleOf(owner)).toBe('owner')
  await restoreAfter(() => change('developer'))
  expect(await roleOf(owner)).toBe('developer')
  await change('owner')
  await stops.restart()
  expect(await roleOf(owner)).toBe('owner')
})
