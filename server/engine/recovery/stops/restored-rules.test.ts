import { eq } from 'drizzle-orm'
import { v7 } from 'uuid'
import { beforeAll, expect, it } from 'vitest'
import { auditLog, businesses, projects } from '@/db/schema'
import { workerCtx } from '@/server/ctx'
import { findCauses } from '@/server/notices/find-causes'
import { setTestnetsOnly } from '@/server/projects/set-testnets-only'
import { setFactorRequirement } from '@/server/team/factor-requirement'
import { createTenant } from '@/server/testing/create-tenant'
import { openDatabase } from '@/server/testing/open-database'
import { takeBackup } from '@/server/testing/restorable-database'
import { ALLOWLISTS, listed, toggle } from './allowlist-scenarios.test-data'
import { POLICIES, policy, save } from './policy-scenarios.test-data'
import { as, type Own, type Scenario } from './rule-scenario.test-data'
import { openStops } from './stop-world.test-data'

const database = openDatabase()
const stops = openStops('all')

const person = {
  ...{ id: v7(), sessionId: v7(), name: 'Owner', email: 'owner@rules.example', platformRole: null, hasFactor: true },
  ...{ verifiedAt: null, memberships: [] },
}
const setFactor = (own: Own, isRequired: boolean) => as(own, (ctx) => setFactorRequirement(ctx, { isRequired, person }))
async function needsFactor({ businessId }: Own) {
  const [row] = await workerCtx().db.select().from(businesses).where(eq(businesses.id, businessId))
  return row?.requiresFactor
}
const setTestnets = (own: Own, testnetsOnly: boolean) => as(own, (ctx) => setTestnetsOnly(ctx, { testnetsOnly }))
async function isTestnetsOnly({ projectId }: Own) {
  const [row] = await workerCtx().db.select().from(projects).where(eq(projects.id, projectId))
  return row?.testnetsOnly
}

/** A rule that is on or off. */
function switched(
  rule: string,
  { set, isSet }: { set: (own: Own, isOn: boolean) => Promise<unknown>; isSet: (own: Own) => Promise<unknown> },
): Scenario[] {
  return [
    {
      name: `requires ${rule} again`,
      after: (own) => set(own, true),
      check: async (own) => expect(await isSet(own)).toBe(true),
      change: (own) => set(own, false),
      changed: async (own) => expect(await isSet(own)).toBe(false),
    },
    {
      name: `requires ${rule} as in the backup`,
      before: (own) => set(own, true),
      after: (own) => set(own, false),
      check: async (own) => expect(await isSet(own)).toBe(true),
    },
    {
      name: `does not require ${rule} that was required for a time only`,
      after: async (own) => {
        await set(own, true)
        await set(own, false)
      },
      check: async (own) => expect(await isSet(own)).toBe(false),
    },
  ]
}

let lost: Own | undefined
const OF_LOST_PROJECT: Scenario = {
  name: 'makes no rules for a project that the backup lacks',
  async after() {
    lost = await createTenant()
    await save(lost, { dailyUsd: 1n })
    await toggle(lost, '203.0.113.1')
    await setTestnets(lost, true)
  },
  async check() {
    if (!lost) throw new Error('the project was not made')
    expect([await policy(lost), await listed(lost)]).toEqual([undefined, []])
  },
}

const byRecovery = () => workerCtx().db.$count(auditLog, eq(auditLog.actorId, 'recovery'))

/** Scenarios about different rules share a tenant. */
const SCENARIOS = [
  switched('a second factor', { set: setFactor, isSet: needsFactor }),
  switched('testnets only', { set: setTestnets, isSet: isTestnetsOnly }),
  ...[ALLOWLISTS, [...POLICIES, OF_LOST_PROJECT]],
].flatMap((group) => group.map((scenario, number) => ({ ...scenario, number })))
const owns: Own[] = []
const ownOf = ({ number }: { number: number }): Own => {
  const own = owns[number]
  if (!own) throw new Error('no such tenant')
  return own
}

beforeAll(async () => {
  const tenants = Math.max(...SCENARIOS.map(({ number }) => number)) + 1
  owns.push(...(await Promise.all(Array.from({ length: tenants }, () => createTenant()))))
  await Promise.all(SCENARIOS.map((scenario) => scenario.before?.(ownOf(scenario))))
  const backup = await takeBackup(database.url)
  await Promise.all(SCENARIOS.map((scenario) => scenario.after(ownOf(scenario))))
  await stops.record()
  await backup.restore()
  await stops.restart()
})

it.each(SCENARIOS)('$name', async (scenario) => {
  await scenario.check(ownOf(scenario))
})

it('tells a business whose policy was made stricter, and one whose IP allowlist accepts no call', async () => {
  const noticesOf = async (kind: string) =>
    (await findCauses(workerCtx())).filter((cause) => cause.kind === kind).map(({ projectId }) => projectId)
  const restored = POLICIES.flatMap(({ isStricter }, number) => (isStricter ? [ownOf({ number }).projectId] : []))
  expect((await noticesOf('policy_restored')).toSorted()).toEqual(restored.toSorted())
  expect(await noticesOf('allowlist_closed')).toContain(ownOf({ number: 0 }).projectId)
})

it('applies rules once: the next start of a process changes nothing', async () => {
  const changes = await byRecovery()
  expect(changes).toBeGreaterThan(0)
  await stops.restart()
  expect(await byRecovery()).toBe(changes)
})

it('leaves rules as they were changed after the restore', async () => {
  await Promise.all(SCENARIOS.map((scenario) => scenario.change?.(ownOf(scenario))))
  await stops.restart()
  for (const scenario of SCENARIOS) await scenario.changed?.(ownOf(scenario))
})
