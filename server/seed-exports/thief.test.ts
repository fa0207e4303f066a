import { generateKeyPairSync } from 'node:crypto'
import { desc, eq, inArray } from 'drizzle-orm'
import fc from 'fast-check'
import superjson from 'superjson'
import { beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { businesses, mailMessages, memberships, proposals, seedExports, sessions } from '@/db/schema'
import { inWorker, workerCtx } from '@/server/ctx'
import { readOwnerKey } from '@/server/custody/owner-key'
import { beginRestoreRecovery } from '@/server/engine/recovery/begin-restore-recovery'
import { createTenant } from '@/server/testing/create-tenant'
import { newWallet } from '@/server/testing/new-wallet'
import { openDatabase } from '@/server/testing/open-database'
import { endRecoveries } from '@/server/testing/open-recovery'
import { newOperator, type Operator } from '@/server/testing/operator-calls'
import { mutatePortal, newPortalCaller, PASSWORD, type PortalCaller } from '@/server/testing/portal-caller'
import { proofTimeout, propertyRuns } from '@/server/testing/proof'
import { openExport, ownerKeys } from '@/server/testing/seed-export'
import { OPEN_STATES } from './find-export'
import { sealExport } from './seal-export'

openDatabase()
let people: Operator[]
let keys: { publicKey: string; fingerprint: string }[]
beforeAll(async () => {
  people = [await newOperator(), await newOperator()]
  const other = generateKeyPairSync('rsa', { modulusLength: 3_072 }).publicKey.export({ type: 'spki', format: 'pem' })
  keys = [ownerKeys().publicKey, String(other)].map((publicKey) => ({
    publicKey,
    fingerprint: readOwnerKey(publicKey).fingerprint,
  }))
})

const db = () => workerCtx().db
const [either, member, copies] = [fc.nat(1), fc.nat(2), fc.integer({ min: 1, max: 2 })]
const step = fc.oneof(
  { weight: 3, arbitrary: fc.record({ do: fc.constant('propose' as const), by: either, owner: either, copies }) },
  { weight: 4, arbitrary: fc.record({ do: fc.constantFrom('approve' as const, 'drop' as const), by: either, copies }) },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('confirm' as const), by: member, key: either, copies }) },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('seal' as const), key: either, copies }) },
  // At the same time another owner may stop it.
  {
    weight: 4,
    arbitrary: fc.record({ do: fc.constant('take' as const), by: member, copies, isStopped: fc.boolean() }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('stop' as const), by: fc.nat(3), copies }) },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('wait' as const) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constantFrom('expire' as const, 'restore' as const) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('role' as const), of: either }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('suspension' as const) }) },
)
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never
/** What the people who agree would do now. At the same time another owner may stop it. */
type Next = { do: 'next'; isStopped: boolean }
const steps = fc.array(
  fc.oneof(
    { weight: 3, arbitrary: fc.record({ do: fc.constant('next' as const), isStopped: fc.boolean() }) },
    { weight: 2, arbitrary: step },
  ),
  { minLength: 6, maxLength: 20 },
)

type World = {
  tenant: Awaited<ReturnType<typeof createTenant>>
  /** Two owners and a developer. */
  members: PortalCaller[]
  /** What was handed out, by export. */
  taken: Map<string, string>
}
type Row = typeof seedExports.$inferSelect

function nth<T>(list: readonly T[], n: number): T {
  const found = list[n]
  if (found === undefined) throw new Error(`there is no number ${n}`)
  return found
}

async function newWorld(): Promise<World> {
  await db().delete(proposals)
  const tenant = await createTenant()
  const { businessId } = tenant
  await newWallet(tenant)
  const members = await Promise.all(
    (['owner', 'owner', 'developer'] as const).map((role) => newPortalCaller({ businessId, role })),
  )
  return { tenant, members, taken: new Map() }
}

const newest = async ({ tenant }: World): Promise<Row | undefined> => {
  const isOurs = eq(seedExports.businessId, tenant.businessId)
  const [row] = await db().select().from(seedExports).where(isOurs).orderBy(desc(seedExports.id)).limit(1)
  return row
}

const call = async ({ tenant }: World, { by, path, input }: { by: PortalCaller; path: string; input: object }) => {
  const answer = await mutatePortal(by, {
    path,
    input: { projectId: tenant.projectId, ...input },
    key: crypto.randomUUID(),
  })
  expect(answer.status).toBeLessThan(500)
  return answer.status === 200 ? answer.text : null
}

const sealedOf = (text: string) => {
  const { result } = z.object({ result: z.object({ data: z.any() }) }).parse(JSON.parse(text))
  return z.object({ sealed: z.base64() }).parse(superjson.deserialize(result.data)).sealed
}

/** A refusal is a valid answer: what a step changed is judged afterwards. */
async function play(world: World, wanted: Step, row: Row | undefined): Promise<void> {
  const { tenant, members } = world
  const { businessId } = tenant
  const isRow = eq(seedExports.id, row?.id ?? crypto.randomUUID())
  const exportId = row?.id ?? crypto.randomUUID()
  const often = (work: () => Promise<unknown>) =>
    Promise.allSettled(Array.from({ length: 'copies' in wanted ? wanted.copies : 1 }, work))
  switch (wanted.do) {
    case 'propose': {
      const input = { businessId, ownerId: nth(members, wanted.owner).personId, reason: 'It leaves the platform' }
      return void (await often(() => nth(people, wanted.by).mutate('seedExports.propose', input)))
    }
    case 'approve':
    case 'drop': {
      const [open] = await db().select().from(proposals).where(eq(proposals.state, 'OPEN')).orderBy(desc(proposals.id))
      const input = { proposalId: open?.id ?? crypto.randomUUID() }
      return void (await often(() => nth(people, wanted.by).mutate(`proposals.${wanted.do}`, input)))
    }
    case 'confirm': {
      const input = { exportId, publicKey: nth(keys, wanted.key).publicKey, password: PASSWORD }
      return void (await often(() => call(world, { by: nth(members, wanted.by), path: 'seedExports.confirm', input })))
    }
    case 'seal':
      return void (await often(() => sealExport({ exportId, fingerprint: nth(keys, wanted.key).fingerprint })))
    case 'take': {
      const by = nth(members, wanted.by)
      const takes = Array.from({ length: wanted.copies }, () =>
        call(world, { by, path: 'seedExports.take', input: { exportId, password: PASSWORD } }),
      )
      const other = nth(members, by === members[0] ? 1 : 0)
      const stop = () => call(world, { by: other, path: 'seedExports.stop', input: { exportId } })
      const [stopped, ...texts] = await Promise.all([wanted.isStopped ? stop() : null, ...takes])
      for (const text of texts) {
        if (text === null) continue
        expect([world.taken.has(exportId), stopped], 'it was taken or stopped already').toEqual([false, null])
        world.taken.set(exportId, sealedOf(text))
      }
      return
    }
    case 'stop': {
      const stopped = { exportId, reason: 'A phone call to the owner' }
      const by = members[wanted.by]
      return void (await often(() =>
        by
          ? call(world, { by, path: 'seedExports.stop', input: { exportId } })
          : nth(people, 0).mutate('seedExports.stopOfBusiness', stopped),
      ))
    }
    case 'wait':
      return void (await db().update(seedExports).set({ opensAt: new Date() }).where(isRow))
    case 'expire':
      return void (await db()
        .update(seedExports)
        .set({ expiresAt: new Date(Date.now() - 60_000) })
        .where(isRow))
    case 'restore':
      await beginRestoreRecovery({ cause: 'restored', message: 'A backup was restored' })
      // Everybody signs in again.
      await db().update(sessions).set({ revokedAt: null })
      return endRecoveries()
    case 'role': {
      const { personId: userId } = nth(members, wanted.of)
      const input = { userId, role: (await isOwner(userId)) ? 'viewer' : 'owner' }
      return void (await call(world, { by: nth(members, 1 - wanted.of), path: 'team.changeRole', input }))
    }
    case 'suspension': {
      const status = (await isActive(businessId)) ? 'suspended' : 'active'
      await inWorker((ctx) => ctx.db.update(businesses).set({ status }).where(eq(businesses.id, businessId)))
    }
  }
}

const isOwner = async (personId: string) => {
  const [found] = await db().select().from(memberships).where(eq(memberships.userId, personId))
  return found?.role === 'owner'
}
const isActive = async (businessId: string) => {
  const [found] = await db().select().from(businesses).where(eq(businesses.id, businessId))
  return found?.status === 'active'
}

/** Every change of an export is one that its people agreed to, by the one step that may make it. */
async function judge(world: World, { did, before }: { did: Step; before: Row | undefined }): Promise<void> {
  const { tenant, members, taken } = world
  const after = await newest(world)
  if (after) expect(taken.has(after.id), 'what was handed out is taken').toBe(after.state === 'TAKEN')
  expect(await db().$count(seedExports, inArray(seedExports.state, [...OPEN_STATES]))).toBeLessThanOrEqual(1)
  if (!after || (after.id === before?.id && after.state === before.state)) return
  const by = 'by' in did ? did.by : -1
  const isReceiver = async () =>
    members[by]?.personId === after.ownerId && (await isOwner(after.ownerId)) && (await isActive(tenant.businessId))
  const isInTime = before !== undefined && before.expiresAt > new Date(Date.now() - 5_000)
  switch (after.state) {
    case 'APPROVED':
      expect(did.do).toBe('approve')
      expect(after.proposedBy).not.toBe(after.approvedBy)
      expect(after.approvedBy).toContain(nth(people, by).personId)
      break
    case 'CONFIRMED':
      expect([did.do, before?.state, await isReceiver(), isInTime]).toEqual(['confirm', 'APPROVED', true, true])
      break
    case 'SEALED':
      expect([did.do, before?.state, await isActive(tenant.businessId)]).toEqual(['seal', 'CONFIRMED', true])
      expect('key' in did && nth(keys, did.key).fingerprint).toBe(after.fingerprint)
      expect(after.opensAt?.getTime()).toBeLessThanOrEqual(Date.now())
      break
    case 'TAKEN':
      expect([did.do, before?.state, await isReceiver(), isInTime]).toEqual(['take', 'SEALED', true, true])
      expect(taken.get(after.id)).toBe(before?.sealed)
      break
    case 'STOPPED':
      // A developer stops nothing.
      expect(did.do === 'restore' || (did.do === 'take' ? did.isStopped : did.do === 'stop' && by !== 2)).toBe(true)
  }
  const { state, sealed, id } = after
  expect(sealed === null).toBe(state !== 'SEALED')
  if (did.do === 'restore') return
  const mails = await db().select().from(mailMessages).where(eq(mailMessages.sourceId, id))
  expect(mails.some(({ onceKey }) => onceKey.includes(state))).toBe(true)
}

/** The next step of an export. */
async function nextStep({ members }: World, row: Row | undefined, isStopped = false): Promise<Step> {
  const owner = members.findIndex(({ personId }) => personId === row?.ownerId)
  // What expired is ended where the next one is approved, or by the job of the minute.
  switch (row && row.expiresAt > new Date() ? row.state : null) {
    case 'APPROVED':
      return { do: 'confirm', by: owner, key: 0, copies: 2 }
    case 'CONFIRMED':
      return row?.opensAt && row.opensAt > new Date() ? { do: 'wait' } : { do: 'seal', key: 0, copies: 2 }
    case 'SEALED':
      return { do: 'take', by: owner, copies: 2, isStopped }
  }
  const [open] = await db().select().from(proposals).where(eq(proposals.state, 'OPEN')).orderBy(desc(proposals.id))
  if (!open) return { do: 'propose', by: 0, owner: 0, copies: 1 }
  return { do: 'approve', by: open.proposedBy.includes(nth(people, 0).personId) ? 1 : 0, copies: 2 }
}

async function playAndJudge(world: World, wanted: Step | Next): Promise<void> {
  const before = await newest(world)
  const next = await nextStep(world, before, wanted.do === 'next' && wanted.isStopped)
  const did = wanted.do === 'next' ? next : wanted
  await play(world, did, before)
  await judge(world, { did, before })
  // The people who agree are late.
  if (did.do === 'expire') await playAndJudge(world, next)
}

/** Whatever happened, what is open can be stopped, and an export that all agree to ends in a file of this seed. */
async function judgeEnd(world: World): Promise<void> {
  const { tenant, members, taken } = world
  const owner = nth(members, 0)
  await db().update(businesses).set({ status: 'active' }).where(eq(businesses.id, tenant.businessId))
  await db().update(memberships).set({ role: 'owner' }).where(eq(memberships.userId, owner.personId))
  await playAndJudge(world, { do: 'stop', by: 0, copies: 1 })
  await db().delete(proposals)
  for (let left = 6; left > 0; left -= 1) await playAndJudge(world, { do: 'next', isStopped: false })
  const last = await newest(world)
  expect(last?.state).toBe('TAKEN')
  expect(openExport(taken.get(last?.id ?? '') ?? '').business).toBe(tenant.businessId)
}

test('a seed leaves once, to the owner and key that two operators and the owner agreed to', {
  timeout: proofTimeout(300_000),
}, async () => {
  await fc.assert(
    fc.asyncProperty(steps, async (played) => {
      const world = await newWorld()
      for (const one of played) await playAndJudge(world, one)
      await judgeEnd(world)
    }),
    { ...propertyRuns(8, 400), endOnFailure: true },
  )
})
