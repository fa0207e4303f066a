import { isNull } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { alarms, unknownErrors } from '@/db/schema'
import { type WorkerCtx, workerCtx } from '@/server/ctx'
import { createLogger } from '@/server/logger'
import { testDatabase } from '@/server/testing/test-database'
import { runWatchers } from './run-watchers'
import { errorWatcher, flushUnknownErrors } from './unknown-errors'

const MINUTE = 60_000

let database: Awaited<ReturnType<typeof testDatabase>>
let at: number

beforeAll(async () => {
  database = await testDatabase()
})
beforeEach(() => {
  at = Date.now()
})
afterEach(async () => {
  const { db } = workerCtx()
  for (const table of [alarms, unknownErrors]) await db.delete(table)
})
afterAll(() => database.close())

/** The worker's context at the test's own time. */
const ctx = (): WorkerCtx => ({ ...workerCtx(), now: () => new Date(at) })
const open = async () => {
  const rows = await workerCtx().db.select().from(alarms).where(isNull(alarms.closedAt))
  return rows.map(({ kind, chainId, subject }) => ({ kind, chainId, subject }))
}
const look = () => runWatchers(ctx(), [errorWatcher])

describe('errors nobody foresaw', () => {
  const log = createLogger('error', { write: () => {} })
  const fail = (text: string) => log.error({ err: new TypeError(text) }, 'request failed')

  test('five of one origin are an alarm that tells nothing of their text, until it is quiet for a quarter of an hour', async () => {
    for (let time = 0; time < 4; time++) fail('sk_live_canary')
    await flushUnknownErrors(ctx())
    await look()
    expect(await open()).toEqual([])
    fail('sk_live_canary')
    await flushUnknownErrors(ctx())
    await look()
    expect(await open()).toMatchObject([{ kind: 'repeated_error', subject: expect.stringMatching(/^TypeError at /) }])
    const rows = await workerCtx().db.select().from(alarms)
    expect(JSON.stringify(rows)).not.toContain('canary')
    at += 16 * MINUTE
    await look()
    expect(await open()).toEqual([])
  })

  test('a pause begins the count anew; warnings and errors without a cause do not count', async () => {
    for (let time = 0; time < 4; time++) fail('once')
    await flushUnknownErrors(ctx())
    at += 16 * MINUTE
    fail('twice')
    for (let time = 0; time < 9; time++) {
      log.warn({ err: new RangeError('foreseen') }, 'warned')
      log.error({ code: 'x' }, 'no error with it')
    }
    await flushUnknownErrors(ctx())
    await look()
    expect(await open()).toEqual([])
    const rows = await workerCtx().db.select().from(unknownErrors)
    expect(rows).toMatchObject([{ count: 1 }])
  })
})
