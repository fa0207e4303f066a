import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { and, eq, isNull } from 'drizzle-orm'
import fc from 'fast-check'
import { v7 } from 'uuid'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { auditLog, businesses, ipAllowlist, policies, projects } from '@/db/schema'
import type { PolicyInput } from '@/schemas/policies/contract'
import { inOperator, type ProjectCtx, workerCtx } from '@/server/ctx'
import { findCauses } from '@/server/notices/find-causes'
import { findPolicy } from '@/server/policies/find-policy'
import { savePolicy } from '@/server/policies/save-policy'
import { toRules } from '@/server/policies/view'
import { allowIpAddress } from '@/server/projects/allow-ip-address'
import { removeAllowedIpAddress } from '@/server/projects/remove-allowed-ip-address'
import { setTestnetsOnly } from '@/server/projects/set-testnets-only'
import { setFactorRequirement } from '@/server/team/factor-requirement'
import { createTenant } from '@/server/testing/create-tenant'
import { openDatabase } from '@/server/testing/open-database'
import { byProof } from '@/server/testing/proof'
import { takeBackup } from '@/server/testing/restorable-database'
import { forgetStops, recordStops } from './record-stops'

const database = openDatabase()
const folder = mkdtempSync(join(tmpdir(), 'slipway-rules-'))
const file = join(folder, 'mark')
afterAll(() => rmSync(folder, { recursive: true }))

type Own = { businessId: string; projectId: string }
const as = <T>(own: Own, work: (ctx: ProjectCtx) => Promise<T>) =>
  inOperator({ actor: { type: 'user', id: v7(), name: 'Owner' }, requestId: v7() }, (ctx) => work({ ...ctx, ...own }))

type Scenario = {
  name: string
  before?: (own: Own) => Promise<unknown>
  after: (own: Own) => Promise<unknown>
  check: (own: Own) => Promise<unknown>
  /** A change after the restore, and what it leads to at the next start of a process. */
  change?: (own: Own) => Promise<unknown>
  changed?: (own: Own) => Promise<unknown>
  /** Whether the restore changes the policy. */
  isStricter?: boolean
}

const [ONE, OTHER, THIRD] = [1, 2, 3].map((n) => ({ address: `0x${String(n).repeat(40)}`, label: '' }))
const of = (...rules: (typeof ONE)[]) => rules.flatMap((rule) => rule ?? [])
const METHOD = { contract: `0x${'4'.repeat(40)}`, selector: '0x12345678', label: 'stake' }
const EMPTY = {
  ...{ isActive: true, perTransactionUsd: null, dailyUsd: null, approvalAboveUsd: null, recipients: null },
  methods: null,
} satisfies Omit<PolicyInput, 'version'>
const ADDRESSES = ['203.0.113.1', '203.0.113.2', '2001:db8::3']

const save = (
  { businessId, projectId }: { businessId: string; projectId: string | null },
  rules: Partial<PolicyInput>,
) =>
  inOperator({ actor: { type: 'user', id: v7(), name: 'Owner' }, requestId: v7() }, async (ctx) => {
    const own = { ...ctx, businessId, projectId }
    const before = await findPolicy(own, { lock: false })
    await savePolicy(own, { ...EMPTY, ...rules, version: before?.updatedAt.toISOString() ?? null })
  })
async function policy({ businessId, projectId }: { businessId: string; projectId: string | null }) {
  const ofScope = projectId === null ? isNull(policies.projectId) : eq(policies.projectId, projectId)
  const isIt = and(eq(policies.businessId, businessId), ofScope)
  const [row] = await workerCtx().db.select().from(policies).where(isIt)
  return row && toRules(row)
}

const listed = ({ projectId }: Own) =>
  workerCtx()
    .db.select({ id: ipAllowlist.id, ipAddress: ipAllowlist.ipAddress })
    .from(ipAllowlist)
    .where(eq(ipAllowlist.projectId, projectId))
async function accepted(own: Own): Promise<string[]> {
  const addresses = (await listed(own)).map(({ ipAddress }) => ipAddress)
  return ADDRESSES.filter((address) => addresses.length === 0 || addresses.includes(address))
}
async function toggle(own: Own, ipAddress: string): Promise<void> {
  const entry = (await listed(own)).find((row) => row.ipAddress === ipAddress)
  const input = { ipAddress, label: '' }
  await as<unknown>(own, (ctx) => (entry ? removeAllowedIpAddress(ctx, entry) : allowIpAddress(ctx, input)))
}

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

/** The addresses of the backup, and those added or removed after it, in this order. */
function allowlist(before: readonly string[], after: readonly string[]): Scenario {
  let [inBackup, latest, hadList]: [string[], string[], boolean] = [[], [], false]
  return {
    name: `accepts calls from addresses of both lists only (${before.join(', ')}; ${after.join(', ')})`,
    async before(own) {
      for (const address of before) await toggle(own, address)
      inBackup = await accepted(own)
      hadList = (await listed(own)).length > 0
    },
    async after(own) {
      for (const address of after) await toggle(own, address)
      latest = await accepted(own)
    },
    async check(own) {
      expect(await accepted(own)).toEqual(inBackup.filter((address) => latest.includes(address)))
      if (!hadList) expect(await accepted(own)).toEqual(latest)
    },
    async change(own) {
      for (const { ipAddress } of await listed(own)) await toggle(own, ipAddress)
    },
    changed: async (own) => expect(await accepted(own)).toEqual(ADDRESSES),
  }
}

const toggles = fc.array(fc.constantFrom(...ADDRESSES), { maxLength: 5 })
let lost: Own | undefined
const ALLOWLISTS = [
  allowlist(['203.0.113.1'], ['203.0.113.2', '203.0.113.1']),
  ...fc
    .sample(fc.tuple(toggles, toggles), { seed: 7, numRuns: byProof(4, 200) })
    .map(([before, after]) => allowlist(before, after)),
]
const POLICIES: readonly Scenario[] = [
  {
    name: 'limits again what a policy of a project limited after the backup',
    isStricter: true,
    after: (own) => save(own, { dailyUsd: 100_000_000n, recipients: of(ONE, OTHER) }),
    check: async (own) =>
      expect(await policy(own)).toMatchObject({ isActive: true, dailyUsd: '100.00', recipients: of(ONE, OTHER) }),
  },
  {
    name: 'limits again what a policy of a business limited after the backup',
    isStricter: true,
    after: (own) => save({ ...own, projectId: null }, { methods: [METHOD] }),
    check: async (own) =>
      expect(await policy({ ...own, projectId: null })).toMatchObject({ isActive: true, methods: [METHOD] }),
  },
  {
    name: 'leaves a recipient allowed that both policies allow, and the lower of two limits',
    isStricter: true,
    before: (own) => save(own, { recipients: of(ONE, OTHER), perTransactionUsd: 5_000_000n, dailyUsd: 9_000_000n }),
    after: (own) => save(own, { recipients: of(OTHER, THIRD), perTransactionUsd: 7_000_000n, approvalAboveUsd: 0n }),
    check: async (own) =>
      expect(await policy(own)).toMatchObject({
        ...{ recipients: of(OTHER), perTransactionUsd: '5.00', dailyUsd: '9.00', approvalAboveUsd: '0.00' },
      }),
    change: (own) => save(own, { recipients: of(ONE, OTHER) }),
    changed: async (own) =>
      expect(await policy(own)).toMatchObject({ recipients: of(ONE, OTHER), perTransactionUsd: null }),
  },
  {
    name: 'turns no policy off',
    before: (own) => save(own, { dailyUsd: 1n }),
    after: (own) => save(own, { isActive: false }),
    check: async (own) => expect(await policy(own)).toMatchObject({ isActive: true, dailyUsd: '0.000001' }),
  },
  {
    name: 'turns on no policy that was off before the restore',
    before: (own) => save(own, { isActive: false }),
    async after(own) {
      await save(own, { dailyUsd: 2n })
      await save(own, { isActive: false })
    },
    check: async (own) => expect(await policy(own)).toMatchObject({ isActive: false }),
  },
  {
    name: 'makes no rules for a project that the backup lacks',
    async after() {
      lost = await createTenant()
      await save(lost, { dailyUsd: 1n })
      await toggle(lost, '203.0.113.1')
      await setTestnets(lost, true)
    },
    async check() {
      if (!lost) throw new Error('it was made')
      expect([await policy(lost), await listed(lost)]).toEqual([undefined, []])
    },
  },
]

/** As a process that starts. */
async function restart(): Promise<void> {
  forgetStops()
  await recordStops(workerCtx(), file)
}
const byRecovery = () => workerCtx().db.$count(auditLog, eq(auditLog.actorId, 'recovery'))

/** Scenarios about different rules share a tenant. */
const SCENARIOS = [
  switched('a second factor', { set: setFactor, isSet: needsFactor }),
  switched('testnets only', { set: setTestnets, isSet: isTestnetsOnly }),
  ...[ALLOWLISTS, POLICIES],
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
  await recordStops(workerCtx(), file)
  await backup.restore()
  await restart()
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
  await restart()
  expect(await byRecovery()).toBe(changes)
})

it('leaves rules as they were changed after the restore', async () => {
  await Promise.all(SCENARIOS.map((scenario) => scenario.change?.(ownOf(scenario))))
  await restart()
  for (const scenario of SCENARIOS) await scenario.changed?.(ownOf(scenario))
})
