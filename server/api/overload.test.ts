import { setImmediate } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { oncePerProcess } from '@/db/once-per-process'
import { MESSAGES } from '@/server/refusals/messages'
import { type Caller, newCaller } from '@/server/testing/callers'
import { DOOR_NAMES, openDoors } from '@/server/testing/doors'
import { openDatabase } from '@/server/testing/open-database'
import { createOverloadWatch } from './overload'

openDatabase()
let doors: Awaited<ReturnType<typeof openDoors>>
let machine: Caller
let isTooMuch = false

beforeAll(async () => {
  oncePerProcess('overload', () => ({ begin: () => isTooMuch, end: () => {} }))
  doors = await openDoors()
  machine = await newCaller()
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

/** A watch whose clock and probes the test moves, with so many calls in progress. */
function watchByHand({ calls = 300 } = {}) {
  let at = 0
  const probes: { resolve: () => void; reject: (error: Error) => void }[] = []
  const probe = () => new Promise<void>((resolve, reject) => probes.push({ resolve, reject }))
  const watch = createOverloadWatch({ probe, now: () => at })
  for (let n = 0; n < calls; n++) watch.begin()
  const isRefused = () => {
    const is = watch.begin()
    watch.end()
    return is
  }
  const settle = async (how: 'resolve' | 'reject') => {
    probes.at(-1)?.[how](new Error('the database is away'))
    await setImmediate()
  }
  return {
    isRefused,
    settle,
    /** A request comes and starts a probe, which takes so long. */
    async probe(ms: number, how: 'resolve' | 'reject' = 'resolve') {
      at += 100
      isRefused()
      at += ms
      await settle(how)
    },
    pass: (ms: number) => (at += ms),
    probes,
  }
}

test('a late probe is an overload, and a quick one ends it', async () => {
  const { isRefused, probe, settle } = watchByHand()
  await settle('resolve')
  await probe(240)
  expect(isRefused()).toBe(false)
  await probe(260)
  expect(isRefused()).toBe(true)
  await probe(240)
  expect(isRefused()).toBe(false)
})

test('a probe without an answer is an overload, one that fails is none', async () => {
  const { isRefused, probe, pass, settle } = watchByHand()
  pass(240)
  expect(isRefused()).toBe(false)
  pass(20)
  expect(isRefused()).toBe(true)
  await settle('reject')
  expect(isRefused()).toBe(false)
  await probe(800, 'reject')
  expect(isRefused()).toBe(false)
})

test('what was found before a pause is forgotten, and a pause costs no probe', async () => {
  const { isRefused, probe, probes, pass, settle } = watchByHand()
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
  const { isRefused, probe } = watchByHand({ calls: 255 })
  await probe(5_000)
  expect(isRefused()).toBe(false)
})
