import { asc, eq, sql } from 'drizzle-orm'
import { v7 } from 'uuid'
import { beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { accountLinks, auditLog, memberships, projects, users } from '@/db/schema'
import { inWorker, workerCtx } from '@/server/ctx'
import { tokenOf } from '@/server/testing/accept-link'
import { createTenant } from '@/server/testing/create-tenant'
import { newLink } from '@/server/testing/new-link'
import { openDatabase } from '@/server/testing/open-database'
import { mutatePortal, newPortalCaller, type PortalCaller } from '@/server/testing/portal-caller'
import { MAX_OPEN_INVITATIONS } from './invite-member'

// No email is sent here: they only wait.
beforeAll(() => void vi.stubEnv('SMTP_URL', 'smtp://127.0.0.1:9'))
openDatabase()

let tenant: { businessId: string; projectId: string }
let owner: PortalCaller
beforeEach(async () => {
  tenant = await createTenant()
  owner = await newPortalCaller({ businessId: tenant.businessId, role: 'owner' })
})

const LAST_OWNER = 'A business keeps at least one owner: make another member an owner first.'
const newEmail = () => `${v7()}@example.test`
const member = (role: 'owner' | 'developer' | 'viewer') => newPortalCaller({ businessId: tenant.businessId, role })

async function mutate(as: PortalCaller, path: string, input: object) {
  const answer = await mutatePortal(as, { path, input: { projectId: tenant.projectId, ...input }, key: v7() })
  return { status: answer.status, text: answer.text }
}

async function rolesOf(businessId = tenant.businessId) {
  const rows = await workerCtx().db.select().from(memberships).where(eq(memberships.memberOf, businessId))
  return new Map(rows.map(({ userId, role }) => [userId, role]))
}

const openInvitations = () =>
  workerCtx()
    .db.select()
    .from(accountLinks)
    .where(eq(accountLinks.memberOf, tenant.businessId))
    .then((rows) => rows.filter(({ usedAt, revokedAt }) => usedAt === null && revokedAt === null))

async function actionsOf(businessId = tenant.businessId) {
  const rows = await workerCtx()
    .db.select({ action: auditLog.action })
    .from(auditLog)
    .where(eq(auditLog.businessId, businessId))
    .orderBy(asc(auditLog.seq))
  return rows.map(({ action }) => action)
}

test('an owner invites, sends again, withdraws, changes roles, removes and hands over, all of it audited', async () => {
  const [email, dev] = [newEmail(), await member('developer')]
  expect(await mutate(owner, 'team.inviteMember', { email, role: 'viewer' })).toMatchObject({ status: 200 })
  const [first] = await openInvitations()
  expect(await mutate(owner, 'team.resendInvitation', { invitationId: first?.id })).toMatchObject({ status: 200 })
  const [second, ...others] = await openInvitations()
  expect(others).toEqual([])
  expect(second?.tokenHash).not.toBe(first?.tokenHash)
  expect(await mutate(owner, 'team.withdrawInvitation', { invitationId: second?.id })).toMatchObject({ status: 200 })
  expect(await openInvitations()).toEqual([])
  const { personId: userId } = dev
  expect(await mutate(owner, 'team.changeRole', { userId, role: 'viewer' })).toMatchObject({ status: 200 })
  expect(await mutate(owner, 'team.transferOwnership', { userId })).toMatchObject({ status: 200 })
  expect([...(await rolesOf())].sort()).toEqual(
    [
      [owner.personId, 'developer'],
      [userId, 'owner'],
    ].sort(),
  )
  expect(await mutate(dev, 'team.removeMember', { userId: owner.personId })).toMatchObject({ status: 200 })
  expect(await mutate(owner, 'projects.rename', { name: 'Mine' })).toMatchObject({ status: 404 })
  expect(await actionsOf()).toEqual([
    ...['person.invited', 'person.invited', 'invitation.resent', 'invitation.withdrawn', 'member.role_changed'],
    ...['business.ownership_transferred', 'member.removed'],
  ])
})

test('developers and viewers change nothing of the team, nor raise themselves', async () => {
  for (const role of ['developer', 'viewer'] as const) {
    const caller = await member(role)
    const { personId: userId } = caller
    const tries = {
      'team.inviteMember': { email: newEmail(), role: 'owner' },
      'team.changeRole': { userId, role: 'owner' },
      'team.transferOwnership': { userId },
      'team.removeMember': { userId: owner.personId },
      'projects.rename': { name: 'Mine' },
      'projects.createOwn': { businessId: tenant.businessId, name: 'Mine' },
    }
    for (const [path, input] of Object.entries(tries)) {
      expect({ path, ...(await mutate(caller, path, input)) }).toMatchObject({ path, status: 403 })
    }
  }
  expect(await actionsOf()).toEqual([])
})

test('an owner of another business reaches nobody here', async () => {
  const foreign = await createTenant()
  const thief = await newPortalCaller({ businessId: foreign.businessId, role: 'owner' })
  const { id: invitationId } = await newLink({ kind: 'invitation', role: 'owner', memberOf: tenant.businessId })
  const userId = owner.personId
  // Into the foreign business, and with the own project at the ids of the foreign one.
  for (const projectId of [tenant.projectId, foreign.projectId]) {
    const ofProject = { projectId }
    expect(await mutate(thief, 'team.removeMember', { userId, ...ofProject })).toMatchObject({ status: 404 })
    expect(await mutate(thief, 'team.changeRole', { userId, role: 'viewer', ...ofProject })).toMatchObject({
      status: 404,
    })
    expect(await mutate(thief, 'team.transferOwnership', { userId, ...ofProject })).toMatchObject({ status: 404 })
    expect(await mutate(thief, 'team.withdrawInvitation', { invitationId, ...ofProject })).toMatchObject({
      status: 404,
    })
    expect(await mutate(thief, 'team.resendInvitation', { invitationId, ...ofProject })).toMatchObject({ status: 404 })
  }
  const invited = await mutate(thief, 'team.inviteMember', { email: newEmail(), role: 'owner' })
  expect(invited).toMatchObject({ status: 404 })
  const made = await mutate(thief, 'projects.createOwn', { businessId: tenant.businessId, name: 'Mine' })
  expect(made).toMatchObject({ status: 404 })
  expect([...(await rolesOf()).keys()]).toEqual([owner.personId])
  expect(await openInvitations()).toHaveLength(1)
})

test('the last owner who may sign in stays, whatever is tried', async () => {
  const idle = await member('owner')
  await workerCtx().db.update(users).set({ isActive: false }).where(eq(users.id, idle.personId))
  const { personId: userId } = owner
  for (const [path, input] of [
    ['team.removeMember', { userId }],
    ['team.changeRole', { userId, role: 'developer' }],
  ] as const) {
    const { status, text } = await mutate(owner, path, input)
    expect({ path, status }).toEqual({ path, status: 422 })
    expect(text).toContain(LAST_OWNER)
  }
  const handed = await mutate(owner, 'team.transferOwnership', { userId: idle.personId })
  expect(handed.text).toContain('The sign-in of this person is switched off.')
  expect((await rolesOf()).get(userId)).toBe('owner')
})

/**
 * Two acts that have both begun before either can be committed: the audit chain of the business is held until both
 * wait.
 */
async function atOnce(first: () => Promise<unknown>, second: () => Promise<unknown>): Promise<void> {
  const { both } = await inWorker(async ({ db }) => {
    await db.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`audit ${tenant.businessId}`}, 0))`)
    const both = [first(), second()]
    await expect
      .poll(async () => {
        const [row] = await workerCtx().db.execute<{ count: number }>(sql`
          select count(*)::int as count from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`)
        return row?.count
      })
      .toBe(2)
    return { both }
  })
  await Promise.all(both)
}

test('two owners who remove or demote each other at once leave one', async () => {
  for (const input of [{ path: 'team.removeMember' }, { path: 'team.changeRole', role: 'viewer' }] as const) {
    const other = await member('owner')
    const statuses: number[] = []
    const send = async (as: PortalCaller, target: PortalCaller) => {
      const { status } = await mutate(as, input.path, { ...input, userId: target.personId })
      statuses.push(status)
    }
    await atOnce(
      () => send(owner, other),
      () => send(other, owner),
    )
    expect(statuses.filter((status) => status === 200)).toHaveLength(1)
    expect([...(await rolesOf()).values()].filter((role) => role === 'owner')).toHaveLength(1)
    if ((await rolesOf()).get(owner.personId) !== 'owner') owner = other
  }
})

test('nothing of somebody is written once their removal is answered', async () => {
  for (let round = 0; round < 4; round++) {
    const other = await member('owner')
    const done: string[] = []
    const rename = (name: string) =>
      mutate(other, 'projects.rename', { name }).then(({ status }) => {
        if (status === 200) done.push(name)
      })
    const renames = [0, 1, 2].map((n) => rename(`Round ${round} ${n}`))
    const removal = mutate(owner, 'team.removeMember', { userId: other.personId })
    expect(await removal).toMatchObject({ status: 200 })
    const [atRemoval] = await workerCtx().db.select().from(projects).where(eq(projects.id, tenant.projectId))
    await Promise.all([...renames, rename(`Too late ${round}`)])
    const [afterwards] = await workerCtx().db.select().from(projects).where(eq(projects.id, tenant.projectId))
    expect(afterwards?.name).toBe(atRemoval?.name)
    expect(done).not.toContain(`Too late ${round}`)
  }
})

test('what a removed or demoted owner sent out is withdrawn', async () => {
  const other = await member('owner')
  await mutate(other, 'team.inviteMember', { email: newEmail(), role: 'owner' })
  expect(await openInvitations()).toHaveLength(1)
  await mutate(owner, 'team.changeRole', { userId: other.personId, role: 'viewer' })
  expect(await openInvitations()).toEqual([])
})

test('an invitation says the same of an address with an account elsewhere and of one without', async () => {
  const elsewhere = await newPortalCaller({ businessId: (await createTenant()).businessId, role: 'owner' })
  const known = await mutate(owner, 'team.inviteMember', { email: elsewhere.email, role: 'viewer' })
  const unknown = await mutate(owner, 'team.inviteMember', { email: newEmail(), role: 'viewer' })
  expect(known).toEqual(unknown)
  const colleague = await member('viewer')
  const again = await mutate(owner, 'team.inviteMember', { email: colleague.email, role: 'owner' })
  expect(again.status).toBe(409)
})

test('a business has a bounded number of open invitations and of projects', async () => {
  const link = { kind: 'invitation', role: 'viewer', memberOf: tenant.businessId } as const
  const made = Array.from({ length: MAX_OPEN_INVITATIONS }, () => newLink(link))
  await Promise.all(made)
  const more = await mutate(owner, 'team.inviteMember', { email: newEmail(), role: 'viewer' })
  expect(more.text).toContain('At most 50 invitations may be open')
  const outcomes = await Promise.all(
    Array.from({ length: 12 }, (_, n) =>
      mutate(owner, 'projects.createOwn', { businessId: tenant.businessId, name: `Project ${n}` }),
    ),
  )
  expect(outcomes.filter(({ status }) => status === 200)).toHaveLength(9)
  expect(await workerCtx().db.$count(projects, eq(projects.businessId, tenant.businessId))).toBe(10)
})

test('the token of a link that was mailed is in no answer', async () => {
  const answer = await mutate(owner, 'team.inviteMember', { email: newEmail(), role: 'viewer' })
  expect(() => tokenOf(answer.text)).toThrow('mailed')
})
