import { createServer } from 'node:http'
import { and, desc, eq, isNull } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { alarms, auditLog, fxRates, fxSources } from '@/db/schema'
import { setManualRateInput } from '@/schemas/fx/contract'
import { runWatchers } from '@/server/alarms/run-watchers'
import { inOperator, inOperatorReading, workerCtx } from '@/server/ctx'
import { anyOperator } from '@/server/testing/any-operator'
import { openDatabase } from '@/server/testing/open-database'
import { setRate } from '@/server/testing/set-rate'
import { listFxSources } from './list-fx-sources'
import { listRates } from './list-rates'
import { rateWatcher } from './rate-watcher'
import { readOpenErApi } from './read-open-er-api'
import { refreshRates } from './refresh-rates'
import { requireRate } from './require-rate'
import { setManualRate } from './set-manual-rate'
import { updateFxSource } from './update-fx-source'

const WHO = anyOperator()
const START = Date.parse('2027-01-01T00:30:00Z')
const HOUR = 3_600_000

openDatabase()

/** The answer of the source. */
const page = { status: 200, body: '', isSilent: false }
let url = ''
let asked = 0
const server = createServer((_request, response) => {
  asked += 1
  if (!page.isSilent) response.writeHead(page.status).end(page.body)
})
/** The current time of the test. */
let at = START
const ctx = () => ({ db: workerCtx().db, now: () => new Date(at) })

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (typeof address === 'object' && address) url = `http://127.0.0.1:${address.port}/v6/latest/USD`
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
})
beforeEach(async () => {
  Object.assign(page, { status: 200, isSilent: false })
  at += 1_000 * HOUR
  const fresh = { isActive: true, askedAt: null, failures: 0, problem: null }
  await ctx().db.update(fxSources).set(fresh)
  await ctx().db.update(fxSources).set({ isActive: false }).where(eq(fxSources.name, 'fixed'))
  // Rates that the previous test left no longer count.
  await setManual('1550', true)
  at += 1_000 * HOUR
  say('1550.25')
})

/** The source says this rate, since the last midnight. */
function say(rate: string, since = Math.floor(at / (24 * HOUR)) * 24 * HOUR): void {
  const head = `"result":"success","base_code":"USD","time_last_update_unix":${Math.floor(since / 1_000)}`
  page.body = `{${head},"rates":{"USD":1,"NGN":${rate},"XAF":0}}`
}
const source = { name: 'open-er-api' as const, read: (now: Date) => readOpenErApi(url, now) }
const refresh = () => refreshRates(ctx(), [source])
const asOperator = <T>(work: (own: Parameters<typeof setManualRate>[0]) => Promise<T>) =>
  inOperator(WHO, (own) => work({ ...own, now: () => new Date(at) }))
function setManual(ngnPerUsd: string, isConfirmed = false) {
  return asOperator((own) => setManualRate(own, setManualRateInput.parse({ ngnPerUsd, isConfirmed })))
}
const newest = async () => (await ctx().db.select().from(fxRates).orderBy(desc(fxRates.id)).limit(1))[0]
const openAlarms = async () => {
  await runWatchers(ctx(), [rateWatcher])
  const rows = await ctx().db.select().from(alarms).where(isNull(alarms.closedAt))
  return rows.map(({ kind, subject }) => `${kind} ${subject}`).sort()
}
const problemOf = async () => {
  const [row] = await ctx().db.select().from(fxSources).where(eq(fxSources.name, 'open-er-api'))
  return row?.problem
}

test('without a fresh rate nothing can be priced: 503, and an alarm until there is one', async () => {
  await expect(requireRate(ctx())).rejects.toMatchObject({ code: 'unavailable', reason: 'rate_unavailable' })
  expect(await openAlarms()).toEqual(['no_rate NGN/USD'])
  await refresh()
  expect(await requireRate(ctx())).toMatchObject({ ngnPerUsdE8: 155_025_000_000n, source: 'open-er-api' })
  expect(await openAlarms()).toEqual([])
})

test.each([
  ['1550', 155_000_000_000n],
  ['1446.412345', 144_641_234_500n],
  ['1e3', 100_000_000_000n],
  ['0.00000001', null],
  ['1550.123456789', null],
  ['-1550', null],
  ['0', null],
  ['"1550"', null],
  ['1e400', null],
  ['null', null],
])('reads a rate of %s to the last digit, or not at all', async (rate, e8) => {
  say(rate)
  const read = readOpenErApi(url, new Date(at))
  if (e8 === null) await expect(read).rejects.toMatchObject({ name: 'RateSourceError' })
  else expect(await read).toMatchObject({ ngnPerUsdE8: e8 })
})

test.each([
  ['an error', () => Object.assign(page, { status: 500 }), 'It cannot be read: it returned 500'],
  ['another form', () => Object.assign(page, { body: '<html>' }), 'It does not respond like a source of rates'],
  ['a rate from the future', () => say('1550', at + HOUR), 'Its response is from the future'],
])('has no rate from %s, and says so until it is back', async (_, break_, problem) => {
  break_()
  await refresh()
  expect(await problemOf()).toBe(problem)
  await expect(requireRate(ctx())).rejects.toMatchObject({ code: 'unavailable' })
  Object.assign(page, { status: 200 })
  at += 60_000
  say('1550.25')
  await refresh()
  expect(await problemOf()).toBeNull()
  expect(await requireRate(ctx())).toMatchObject({ ngnPerUsdE8: 155_025_000_000n })
})

test('waits for a silent source no longer than five seconds', async () => {
  page.isSilent = true
  const started = Date.now()
  await refresh()
  expect(Date.now() - started).toBeLessThan(30_000)
  expect(await problemOf()).toBe('It cannot be read: no answer in time')
})

test('asks every ten minutes, sooner after a failure, and a source that keeps failing no more often', async () => {
  const asksAfter = async (ms: number) => {
    at += ms
    const before = asked
    await Promise.all([refresh(), refresh(), refresh()])
    return asked - before
  }
  expect(await asksAfter(0)).toBe(1)
  expect(await asksAfter(599_000)).toBe(0)
  page.status = 500
  expect(await asksAfter(1_000)).toBe(1)
  expect(await asksAfter(59_000)).toBe(0)
  expect(await asksAfter(1_000)).toBe(1)
  expect(await asksAfter(60_000)).toBe(1)
  expect(await asksAfter(60_000)).toBe(0)
  expect(await asksAfter(540_000)).toBe(1)
})

test('a source that is switched off is not asked, nor used', async () => {
  await refresh()
  const terms = { priority: 10, maxAgeMinutes: 1_800, maxDeviationBps: 500 }
  const on = { ...terms, isActive: true }
  const off = { ...terms, isActive: false }
  await asOperator((own) => updateFxSource(own, { name: 'open-er-api', from: on, to: off }))
  at += HOUR
  expect(await refresh()).toBe(0)
  await expect(requireRate(ctx())).rejects.toMatchObject({ code: 'unavailable' })
  await asOperator((own) => updateFxSource(own, { name: 'open-er-api', from: off, to: on }))
  expect(await refresh()).toBe(1)
  expect(await requireRate(ctx())).toMatchObject({ source: 'open-er-api' })
  const [row] = await ctx()
    .db.select()
    .from(auditLog)
    .where(and(eq(auditLog.target, 'open-er-api'), eq(auditLog.action, 'rate_source.updated')))
  expect(row?.detail).toEqual({ isActive: false, priority: 10, maxAgeSeconds: 108_000, maxDeviationBps: 500 })
})

test('what the source said before is kept once', async () => {
  await refresh()
  const first = await newest()
  at += HOUR
  await refresh()
  expect(await newest()).toEqual(first)
})

test('a rate that is too old prices nothing; a fixed one does not age', async () => {
  await refresh()
  const since = Math.floor(at / (24 * HOUR)) * 24 * HOUR
  at = since + 30 * HOUR
  expect(await requireRate(ctx())).toMatchObject({ observedAt: new Date(since) })
  at += 1
  await expect(requireRate(ctx())).rejects.toMatchObject({ code: 'unavailable' })
  const id = await setRate(1_600_00000000n)
  at += 10_000 * HOUR
  expect(await requireRate(ctx())).toMatchObject({ id, source: 'fixed', ngnPerUsdE8: 160_000_000_000n })
})

test('a rate far off the one before is refused with an alarm, and the one before is used on', async () => {
  await refresh()
  at += HOUR
  say('1627.77', at)
  await refresh()
  expect(await newest()).toMatchObject({
    status: 'refused',
    why: '1627.77 NGN is 5 % off the 1550.25 NGN before, more than 5 %',
  })
  expect(await openAlarms()).toEqual(['rate_refused open-er-api'])
  expect(await requireRate(ctx())).toMatchObject({ ngnPerUsdE8: 155_025_000_000n })
  // An operator confirms the rate: then the source is believed again.
  await setManual('1627', true)
  at += HOUR
  await refresh()
  expect(await newest()).toMatchObject({ status: 'accepted', source: 'open-er-api', ngnPerUsdE8: 162_777_000_000n })
  expect(await openAlarms()).toEqual([])
})

test('what an operator sets counts first until it is too old, and leaves a trace', async () => {
  await refresh()
  await setManual('1600.5')
  expect(await requireRate(ctx())).toMatchObject({ source: 'manual', ngnPerUsdE8: 160_050_000_000n })
  const [row] = await ctx()
    .db.select()
    .from(auditLog)
    .where(eq(auditLog.action, 'rate.set'))
    .orderBy(desc(auditLog.id))
    .limit(1)
  expect(row?.detail).toEqual({ ngnPerUsd: '1600.5', former: '1550.25', isConfirmed: false })
  const used = async () =>
    (await inOperatorReading(WHO, (own) => listFxSources({ ...own, now: () => new Date(at) }))).items
  expect((await used()).map(({ name, isUsed, isFresh }) => [name, isUsed, isFresh]).slice(0, 2)).toEqual([
    ['manual', true, true],
    ['open-er-api', false, true],
  ])
  at += 24 * HOUR + 1
  say('1551')
  await refresh()
  expect((await requireRate(ctx())).source).toBe('open-er-api')
})

test('a slip of the keyboard is refused and leaves nothing, unless it is meant', async () => {
  await setManual('1550')
  const before = await newest()
  await expect(setManual('15500')).rejects.toMatchObject({
    code: 'failed',
    message: expect.stringContaining('900 % off'),
  })
  expect(await newest()).toEqual(before)
  await setManual('15500', true)
  expect(await requireRate(ctx())).toMatchObject({ ngnPerUsdE8: 1_550_000_000_000n })
  await setManual('1550', true)
})

test('lists every rate, newest first', async () => {
  await refresh()
  const { items, total } = await inOperatorReading(WHO, (own) => listRates(own, { page: 1 }))
  expect(total).toBeGreaterThan(1)
  expect(items[0]).toMatchObject({ source: 'open-er-api', ngnPerUsd: '1550.25', status: 'accepted', why: null })
})
