import { randomBytes } from 'node:crypto'
import { and, eq, isNotNull, isNull } from 'drizzle-orm'
import fc from 'fast-check'
import { afterEach, expect, it } from 'vitest'
import { apiKeys, auditLog, blockedAddresses, businesses, memberships, projects, users } from '@/db/schema'
import { type OperatorCtx, workerCtx } from '@/server/ctx'
import { setPersonActive } from '@/server/people/set-person-active'
import { PLATFORM_BUSINESS_ID } from '@/server/platform-business'
import { blockAddresses } from '@/server/screening/block-addresses'
import { unblockAddress } from '@/server/screening/unblock-address'
import { setBusinessStatus } from '@/server/suspension/set-business-status'
import { setProjectStatus } from '@/server/suspension/set-project-status'
import { changeRole } from '@/server/team/change-role'
import { removeMember } from '@/server/team/remove-member'
import { createTenant } from '@/server/testing/create-tenant'
import { openDatabase } from '@/server/testing/open-database'
import { endRecoveries } from '@/server/testing/open-recovery'
import { newPortalCaller, type PortalCaller } from '@/server/testing/portal-caller'
import { takeBackup } from '@/server/testing/restorable-database'
import { beginRestoreRecovery } from '../begin-restore-recovery'
import { asOperator, openStops } from './stop-world.test-data'

const database = openDatabase()
const stops = openStops()
afterEach(endRecoveries)

const newAddress = () => `0x${randomBytes(20).toString('hex')}`

async function newWorld() {
  const tenant = await createTenant()
  const { businessId, projectId } = tenant
  await newPortalCaller({ businessId, role: 'owner' })
  const people = [
    await newPortalCaller({ businessId, role: 'developer' }),
    await newPortalCaller({ businessId, role: 'owner' }),
  ]
  return { businessId, projectId, people, addresses: [newAddress(), newAddress()] }
}
type World = Awaited<ReturnType<typeof newWorld>>

/** What a member of each role has less than an owner. */
const LOST = { owner: [], developer: ['owner'], viewer: ['owner', 'developer'], none: ['owner', 'developer', 'viewer'] }

/** Everything of the world that is stopped, as text. */
async function stopsOf({ businessId, projectId, people, addresses }: World): Promise<string[]> {
  const { db } = workerCtx()
  const [business] = await db.select().from(businesses).where(eq(businesses.id, businessId))
  const [project] = await db.select().from(projects).where(eq(projects.id, projectId))
  const blocked = await db.select().from(blockedAddresses).where(isNull(blockedAddresses.removedAt))
  const members = await db.select().from(memberships).where(eq(memberships.memberOf, businessId))
  const ended = await db
    .select()
    .from(apiKeys)
    .where(and(eq(apiKeys.businessId, businessId), isNotNull(apiKeys.revokedAt)))
  const off = await db.select().from(users).where(eq(users.isActive, false))
  const isOwn = (id: string) => people.some(({ personId }) => personId === id)
  return [
    ...(business?.status === 'suspended' ? ['business'] : []),
    ...(project?.status === 'suspended' ? ['project'] : []),
    ...blocked
      .filter(({ address }) => addresses.includes(address))
      .map((row) => `blocked ${row.businessId} ${row.address}`),
    ...people.flatMap(({ personId }) =>
      LOST[members.find(({ userId }) => userId === personId)?.role ?? 'none'].map((role) => `no ${role} ${personId}`),
    ),
    ...off.filter(({ id }) => isOwn(id)).map(({ id }) => `off ${id}`),
    ...ended.map(({ id }) => `key ${id}`),
  ].toSorted()
}

type Step = { what: string; which: number; isStop: boolean; isRecorded: boolean }
const step: fc.Arbitrary<Step> = fc.record({
  what: fc.constantFrom('business', 'project', 'block', 'platform block', 'member', 'role', 'person'),
  which: fc.integer({ min: 0, max: 1 }),
  isStop: fc.boolean(),
  isRecorded: fc.boolean(),
})

async function perform(world: World, { what, which, isStop, isRecorded }: Step): Promise<void> {
  const { businessId, projectId } = world
  const status = isStop ? 'suspended' : 'active'
  const [person, address = ''] = [world.people[which], world.addresses[which]]
  if (!person) throw new Error('no such person')
  await asOperator(async (ctx) => {
    if (what === 'business') return setBusinessStatus(ctx, { businessId, status })
    if (what === 'project') return setProjectStatus(ctx, { businessId, projectId, status })
    if (what === 'person') return setPersonActive(ctx, { personId: person.personId, isActive: !isStop })
    if (what === 'member') return changeMember(ctx, world, { person, isStop })
    if (what === 'role') return changeRoleOf(ctx, world, { person, isStop })
    const of = what === 'block' ? businessId : PLATFORM_BUSINESS_ID
    return changeBlock({ ...ctx, businessId: of, projectId: null }, address, isStop)
  })
  if (isRecorded) await stops.record()
}

async function changeMember(
  ctx: OperatorCtx,
  { businessId }: World,
  { person: { personId }, isStop }: { person: PortalCaller; isStop: boolean },
): Promise<void> {
  const isIt = and(eq(memberships.memberOf, businessId), eq(memberships.userId, personId))
  const isMember = (await ctx.db.$count(memberships, isIt)) > 0
  // Nobody accepts an invitation here: that is one of the liftings that a restore leaves as they are.
  if (isStop && isMember) await removeMember({ ...ctx, businessId, projectId: null }, { userId: personId })
}

/** The first person loses every right, the second only the ownership. */
async function changeRoleOf(
  ctx: OperatorCtx,
  { businessId, people }: World,
  { person: { personId }, isStop }: { person: PortalCaller; isStop: boolean },
): Promise<void> {
  const isIt = and(eq(memberships.memberOf, businessId), eq(memberships.userId, personId))
  if ((await ctx.db.$count(memberships, isIt)) === 0) return
  const lowered = personId === people[0]?.personId ? 'viewer' : 'developer'
  await changeRole({ ...ctx, businessId, projectId: null }, { userId: personId, role: isStop ? lowered : 'owner' })
}

async function changeBlock(ctx: Parameters<typeof blockAddresses>[0], address: string, isStop: boolean) {
  if (isStop) return void (await blockAddresses(ctx, { addresses: [address], reason: 'a court order' }))
  const isOpen = and(eq(blockedAddresses.businessId, ctx.businessId), isNull(blockedAddresses.removedAt))
  const [row] = await ctx.db
    .select()
    .from(blockedAddresses)
    .where(and(isOpen, eq(blockedAddresses.address, address)))
  if (row) await unblockAddress(ctx, row.id)
}

const auditedBy = async () => workerCtx().db.$count(auditLog, eq(auditLog.actorId, 'recovery'))

it.each([1, 2, 3, 4, 5, 6])('stops after a restore are those before it, and of the backup (seed %i)', async (seed) => {
  const world = await newWorld()
  const [steps = []] = fc.sample(fc.array(step, { minLength: 12, maxLength: 24 }), { seed, numRuns: 1 })
  const [at = 0] = fc.sample(fc.integer({ min: 0, max: steps.length }), { seed, numRuns: 1 })
  for (const one of steps.slice(0, at)) await perform(world, one)
  const backup = await takeBackup(database.url)
  const inBackup = await stopsOf(world)
  for (const one of steps.slice(at)) await perform(world, one)
  await stops.record()
  const before = await stopsOf(world)

  await backup.restore()
  expect(await stopsOf(world)).toEqual(inBackup)
  await beginRestoreRecovery({ cause: 'rewound', message: 'A backup was restored' })
  await stops.restart()
  const expected = [...new Set([...before, ...inBackup])].toSorted()
  expect(await stopsOf(world)).toEqual(expected)

  const audited = await auditedBy()
  await stops.record()
  await stops.restart()
  expect([await stopsOf(world), await auditedBy()]).toEqual([expected, audited])
})

it('leaves lifted what an operator lifts after the restore', async () => {
  const world = await newWorld()
  const business = (isStop: boolean) => perform(world, { what: 'business', which: 0, isStop, isRecorded: false })
  const backup = await takeBackup(database.url)
  await business(true)
  await stops.record()
  await backup.restore()
  await stops.restart()
  expect(await stopsOf(world)).toContain('business')
  await business(false)
  await stops.restart()
  expect(await stopsOf(world)).not.toContain('business')
})
