import { desc, eq, inArray } from 'drizzle-orm'
import fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import { businesses, mailMessages, memberships, proposals, seedExports } from '@/db/schema'
import { workerCtx } from '@/server/ctx'
import { openDatabase } from '@/server/testing/open-database'
import { proofTimeout, propertyRuns } from '@/server/testing/proof'
import { openExport } from '@/server/testing/seed-export'
import { OPEN_STATES } from './find-export'
import { type Next, type Step, steps } from './thief-steps.test-data'
import {
  isActive,
  isOwner,
  newest,
  newPeople,
  newWorld,
  nth,
  play,
  type Row,
  type World,
} from './thief-world.test-data'

openDatabase()
let people: Awaited<ReturnType<typeof newPeople>>
beforeAll(async () => {
  people = await newPeople()
})

const db = () => workerCtx().db

/** Every change of an export is one that its people agreed to, by the one step that may make it. */
async function judge(world: World, { did, before }: { did: Step; before: Row | undefined }): Promise<void> {
  const { tenant, members, operators, keys, taken } = world
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
      expect(after.approvedBy).toContain(nth(operators, by).personId)
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
async function nextStep({ members, operators }: World, row: Row | undefined, isStopped = false): Promise<Step> {
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
  return { do: 'approve', by: open.proposedBy.includes(nth(operators, 0).personId) ? 1 : 0, copies: 2 }
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
      const world = await newWorld(people)
      for (const one of played) await playAndJudge(world, one)
      await judgeEnd(world)
    }),
    { ...propertyRuns(8, 400), endOnFailure: true },
  )
})
