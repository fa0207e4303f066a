import { afterEach, describe, expect, test } from 'vitest'
import { alarms, unknownErrors } from '@/db/schema'
import { workerCtx } from '@/server/ctx'
import { createLogger } from '@/server/logger'
import { openAlarms } from '@/server/testing/open-alarms'
import { openDatabase } from '@/server/testing/open-database'
import { ownClock } from '@/server/testing/own-clock'
import { runWatchers } from './run-watchers'
import { errorWatcher, flushUnknownErrors } from './unknown-errors'

const MINUTE = 60_000

openDatabase()
const clock = ownClock()

afterEach(async () => {
  const { db } = workerCtx()
  for (const table of [alarms, unknownErrors]) await db.delete(table)
})

const poll = () => runWatchers(clock.ctx(), [errorWatcher])

describe('errors nobody foresaw', () => {
  const log = createLogger('error', { write: () => {} })
  const fail = (text: string) => log.error({ err: new TypeError(text) }, 'request failed')

  test('five of one origin are an alarm that tells nothing of their text, until it is quiet for a quarter of an hour', async () => {
    for (let time = 0; time < 4; time++) fail('sk_live_canary')
    await flushUnknownErrors(clock.ctx())
    await poll()
    expect(await openAlarms()).toEqual([])
    fail('sk_live_canary')
    await flushUnknownErrors(clock.ctx())
    await poll()
    expect(await openAlarms()).toMatchObject([{ kind: 'repeated_error', subject: 'request failed: TypeError' }])
    const rows = await workerCtx().db.select().from(alarms)
    expect(JSON.stringify(rows)).not.toContain('canary')
    clock.pass(16 * MINUTE)
    await poll()
    expect(await openAlarms()).toEqual([])
  })

  test('are named by what failed and by no name that a bundler made', async () => {
    class Shortened extends Error {
      override name = 'a'
    }
    for (let time = 0; time < 5; time++) {
      log.error({ err: new Shortened('x'), failed: 'POST /v1/tokens' }, 'request failed')
      log.error({ err: new RangeError('x'), rowId: 'one', noun: 'mail' }, 'told under its row')
    }
    await flushUnknownErrors(clock.ctx())
    await poll()
    expect(await openAlarms()).toEqual([{ kind: 'repeated_error', chainId: null, subject: 'POST /v1/tokens: Error' }])
  })

  test('a pause begins the count anew; warnings and errors without a cause do not count', async () => {
    for (let time = 0; time < 4; time++) fail('once')
    await flushUnknownErrors(clock.ctx())
    clock.pass(16 * MINUTE)
    fail('twice')
    for (let time = 0; time < 9; time++) {
      log.warn({ err: new RangeError('foreseen') }, 'warned')
      log.error({ code: 'x' }, 'no error with it')
    }
    await flushUnknownErrors(clock.ctx())
    await poll()
    expect(await openAlarms()).toEqual([])
    const rows = await workerCtx().db.select().from(unknownErrors)
    expect(rows).toMatchObject([{ count: 1 }])
  })
})
