import { v7 } from 'uuid'
import { afterEach, expect, test, vi } from 'vitest'
import { lruPerProcess } from '@/db/lru-per-process'
import { rateBuckets } from '@/db/schema'
import { workerCtx } from '@/server/ctx'
import { openDatabase } from '@/server/testing/open-database'
import { takeBucketToken } from './limit-call'

openDatabase()
afterEach(() => vi.useRealTimers())

/** Resets this process to the state of a new one, which has no leases. */
function becomeAnotherProcess(): void {
  lruPerProcess('token-leases', { max: 20_000 }).clear()
}

const admitted = async (key: string, perMinute: number, calls: number) =>
  (await Promise.all(Array.from({ length: calls }, () => takeBucketToken(key, perMinute)))).filter(
    (grant) => grant.admitted,
  )

/** The number of tokens that a bucket regains since `startedAt`: on a busy machine a burst takes seconds. */
const refilledSince = (startedAt: number, perMinute: number) => ((performance.now() - startedAt) * perMinute) / 60_000

test('admits exactly the limit of a burst', async () => {
  const startedAt = performance.now()
  const { length } = await admitted(v7(), 40, 100)
  expect(length).toBeGreaterThanOrEqual(40)
  expect(length).toBeLessThanOrEqual(40 + Math.floor(refilledSince(startedAt, 40)))
})

test('several processes together never admit more than the limit', async () => {
  const [key, startedAt] = [v7(), performance.now()]
  const first = await admitted(key, 60, 10)
  becomeAnotherProcess()
  const second = await admitted(key, 60, 100)
  becomeAnotherProcess()
  const third = await admitted(key, 60, 100)
  const total = first.length + second.length + third.length
  expect(total).toBeLessThanOrEqual(61 + refilledSince(startedAt, 60))
  expect(total).toBeGreaterThan(54)
})

test('refills evenly and says when the next token is there', async () => {
  const key = v7()
  let refused = await takeBucketToken(key, 60)
  for (let taken = 0; refused.admitted && taken < 500; taken += 1) refused = await takeBucketToken(key, 60)
  expect(refused.admitted).toBe(false)
  expect(refused.waitMs).toBeGreaterThan(0)
  expect(refused.waitMs).toBeLessThanOrEqual(1_000)
  // Five seconds pass for the row; the process's own block ends with its clock.
  await workerCtx().db.update(rateBuckets).set({ tokensMilli: 5_000 })
  vi.useFakeTimers({ now: Date.now() + 2_000, toFake: ['Date'] })
  expect((await takeBucketToken(key, 60)).admitted).toBe(true)
})

test('counts projects apart', async () => {
  const [one, other] = [v7(), v7()]
  expect(await admitted(one, 5, 10)).toHaveLength(5)
  expect(await admitted(other, 5, 10)).toHaveLength(5)
})
