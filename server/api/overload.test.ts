import { setImmediate } from 'node:timers/promises'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { oncePerProcess } from '@/db/once-per-process'
import { MESSAGES } from '@/server/refusals/messages'
import { type Caller, newCaller } from '@/server/testing/callers'
import { DOOR_NAMES, openDoors } from '@/server/testing/doors'
import { openDatabase } from '@/server/testing/open-database'
import { createOverloadWatch, type OverloadCaller } from './overload'

openDatabase()
let doors: Awaited<ReturnType<typeof openDoors>>
let machine: Caller
let isTooMuch = false
/** The callers of the calls in progress. */
let inProgress: OverloadCaller[] = []

beforeAll(async () => {
  oncePerProcess('overload', () => ({
    begin: (caller: OverloadCaller) => {
      inProgress.push(caller)
      return isTooMuch
    },
    end: (caller: OverloadCaller) => {
      inProgress.splice(inProgress.indexOf(caller), 1)
    },
  }))
  doors = await openDoors()
  machine = await newCaller()
})
beforeEach(() => {
  isTooMuch = false
  inProgress = []
})
afterAll(() => doors.close())

test('a process that is asked for too much refuses calls until it is not, and says when to come back', async () => {
  const headers = { authorization: `Bearer ${machine.token}` }
  for (const door of DOOR_NAMES) {
    const ask = () => doors.open[door].send({ method: 'GET', path: '/v1/wallet/hd', headers })
    isTooMuch = true
    const refused = await ask()
    expect([refused.status, refused.headers.get('retry-after'), refused.body]).toEqual([
      503,
      '2',
      { status: false, message: MESSAGES.unavailable, code: 'unavailable', retryAfter: 2 },
    ])
    isTooMuch = false
    expect((await ask()).status).toBe(200)
  }
})

test('the token endpoint refuses in the form of OAuth', async () => {
  isTooMuch = true
  const body = JSON.stringify({ grant_type: 'client_credentials', client_secret: machine.apiKey })
  const headers = { 'content-type': 'application/json' }
  const refused = await doors.open['the front server'].send({ method: 'POST', path: '/v1/oauth/token', headers, body })
  isTooMuch = false
  expect([refused.status, refused.headers.get('retry-after'), refused.body]).toEqual([
    503,
    '2',
    { error: 'temporarily_unavailable', error_description: MESSAGES.unavailable },
  ])
})

test('probes and other doors answer meanwhile', async () => {
  isTooMuch = true
  const statusOf = async (path: string) => (await fetch(`${doors.baseUrl}${path}`)).status
  // No metrics are served and no page is built here. Whether this process is ready, other suites show.
  expect(await Promise.all(['/healthz', '/metrics', '/a-page'].map(statusOf))).toEqual([200, 404, 404])
  expect(await statusOf('/v1/wallet/hd')).toBe(503)
  await fetch(`${doors.baseUrl}/readyz`)
  expect(inProgress).toEqual([])
})

test('a stream is no call in progress once it is open', async () => {
  const ending = new AbortController()
  const streaming = await fetch(`${doors.baseUrl}/v1/events/stream`, {
    headers: { authorization: `Bearer ${machine.token}` },
    signal: ending.signal,
  })
  const reader = streaming.body?.getReader()
  expect(new TextDecoder().decode((await reader?.read())?.value)).toContain('stream.ready')
  expect([streaming.status, inProgress]).toEqual([200, []])
  ending.abort()
})

test('a call counts for the business of its token, and without a valid one for its address', async () => {
  const seen = vi.spyOn(inProgress, 'push')
  const ask = (token: string) =>
    doors.open['the front server'].send({
      ...{ method: 'GET', path: '/v1/wallet/hd' },
      headers: { authorization: `Bearer ${token}` },
    })
  const [second, other] = [await newCaller({ businessId: machine.tenant.businessId }), await newCaller()]
  const tokens = [machine.token, second.token, other.token, `${other.token}x`, 'no token']
  for (const token of tokens) await ask(token)
  seen.mockClear()
  for (const token of tokens) await ask(token)
  const keys = seen.mock.calls.flat().map(({ key, isStranger }) => `${isStranger ? 'stranger' : 'business'} ${key}`)
  const [own, foreign] = [machine.tenant.businessId, other.tenant.businessId].map((id) => `business ${id}`)
  expect(keys).toEqual([own, own, foreign, 'stranger 127.0.0.1', 'stranger 127.0.0.1'])
})

/** A watch whose clock and probes the test moves, with so many calls of one caller in progress. */
function watchAsOperator({ calls = 300 } = {}) {
  let at = 0
  let waitMs = 0
  const probes: { resolve: () => void; reject: (error: Error) => void }[] = []
  const probe = () => new Promise<void>((resolve, reject) => probes.push({ resolve, reject }))
  const watch = createOverloadWatch({ probe, longestWaitMs: () => waitMs, now: () => at })
  const callerOf = (key: string) => ({ key, isStranger: key.startsWith('stranger') })
  const begin = (key: string, count: number) => {
    for (let n = 0; n < count; n++) watch.begin(callerOf(key))
  }
  begin('a', calls)
  const isRefused = (key = 'a') => {
    const is = watch.begin(callerOf(key))
    watch.end(callerOf(key))
    return is
  }
  const settle = async (how: 'resolve' | 'reject') => {
    probes.at(-1)?.[how](new Error('the database is away'))
    await setImmediate()
  }
  return {
    ...{ begin, isRefused, settle },
    end: (key: string, count: number) => {
      for (let n = 0; n < count; n++) watch.end(callerOf(key))
    },
    /** A request comes and starts a probe, which takes so long. */
    async probe(ms: number, how: 'resolve' | 'reject' = 'resolve') {
      at += 100
      isRefused()
      at += ms
      await settle(how)
    },
    pass: (ms: number) => (at += ms),
    wait: (ms: number) => (waitMs = ms),
    probes,
  }
}

test('a late probe is an overload, and a quick one ends it', async () => {
  const { isRefused, probe, settle } = watchAsOperator()
  await settle('resolve')
  await probe(240)
  expect(isRefused()).toBe(false)
  await probe(260)
  expect(isRefused()).toBe(true)
  await probe(240)
  expect(isRefused()).toBe(false)
})

test('a probe without an answer is an overload, one that fails is none', async () => {
  const { isRefused, probe, pass, settle } = watchAsOperator()
  pass(240)
  expect(isRefused()).toBe(false)
  pass(20)
  expect(isRefused()).toBe(true)
  await settle('reject')
  expect(isRefused()).toBe(false)
  await probe(800, 'reject')
  expect(isRefused()).toBe(false)
})

test('a call that waits for the connection of its transaction is an overload, however quick the probe', async () => {
  const { isRefused, probe, settle, wait } = watchAsOperator()
  await settle('resolve')
  await probe(1)
  wait(240)
  expect(isRefused()).toBe(false)
  wait(260)
  expect(isRefused()).toBe(true)
  wait(0)
  expect(isRefused()).toBe(false)
})

test('what was found before a pause is forgotten, and a pause costs no probe', async () => {
  const { isRefused, probe, probes, pass, settle } = watchAsOperator()
  await settle('resolve')
  await probe(300)
  expect(isRefused()).toBe(true)
  const before = probes.length
  pass(5_000)
  expect(probes.length).toBe(before)
  expect(isRefused()).toBe(false)
  expect(probes.length).toBe(before + 1)
})

test('a few calls are never an overload', async () => {
  const { isRefused, probe } = watchAsOperator({ calls: 255 })
  await probe(5_000)
  expect(isRefused()).toBe(false)
})

test('one business with many calls is refused, and no other is for its calls', async () => {
  const { isRefused, probe, begin, end } = watchAsOperator()
  begin('b', 100)
  await probe(300)
  expect([isRefused('a'), isRefused('b'), isRefused('new')]).toEqual([true, false, false])
  // Each share is 128 now.
  begin('b', 28)
  expect([isRefused('a'), isRefused('b')]).toEqual([true, true])
  end('a', 200)
  expect([isRefused('a'), isRefused('b')]).toEqual([false, false])
})

test('many callers with few calls each are refused too, or nobody would be', async () => {
  const { isRefused, probe, begin } = watchAsOperator({ calls: 1 })
  for (let n = 0; n < 300; n++) begin(`caller ${n}`, 1)
  await probe(300)
  expect([isRefused('caller 7'), isRefused('new')]).toEqual([true, true])
})

test('any number of strangers takes one share', async () => {
  const { isRefused, probe, begin } = watchAsOperator({ calls: 100 })
  for (let n = 0; n < 300; n++) begin(`stranger ${n}`, 1)
  await probe(300)
  expect([isRefused('a'), isRefused('new'), isRefused('stranger 7'), isRefused('stranger new')]).toEqual([
    ...[false, false, true, true],
  ])
  begin('a', 29)
  expect(isRefused('a')).toBe(true)
})

test('a probe whose answer is lost is given up: the next one decides', async () => {
  const { isRefused, probes, pass, settle } = watchAsOperator()
  expect(isRefused()).toBe(false)
  const before = probes.length
  pass(4_900)
  expect([isRefused(), probes.length]).toEqual([true, before])
  pass(200)
  expect([isRefused(), probes.length]).toEqual([true, before + 1])
  pass(100)
  expect(isRefused()).toBe(true)
  await settle('resolve')
  expect(isRefused()).toBe(false)
  // An answer that comes after all says nothing about now.
  probes.at(before - 1)?.resolve()
  await setImmediate()
  expect(isRefused()).toBe(false)
})
