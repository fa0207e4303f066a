import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { newId } from '@/db/new-id'
import { inWorker } from '@/server/ctx'
import { type Caller, newCaller, revokeKeyOf, suspendBusinessOf } from '@/server/testing/callers'
import { openDoors } from '@/server/testing/doors'
import { openDatabase } from '@/server/testing/open-database'
import { publishEvents } from '@/server/webhooks/destinations/publish-events'
import { type Client, createClient, type StreamState } from './src/index'

openDatabase()
let doors: Awaited<ReturnType<typeof openDoors>>
let caller: Caller
let client: Client

beforeAll(async () => {
  doors = await openDoors()
})
afterAll(() => doors.close())
beforeEach(async () => {
  caller = await newCaller()
  client = createClient({ apiKey: caller.apiKey, baseUrl: doors.baseUrl })
})

const publish = (n: number) =>
  inWorker(({ db }) => {
    const { businessId, projectId } = caller.tenant
    const body = () => JSON.stringify({ type: 'payment.settled', timestamp: '2026-11-21T11:05:44.862Z', data: { n } })
    const event = { businessId, projectId, kind: 'payment.settled', source: 'payment', sourceId: newId() } as const
    return publishEvents(db, [{ ...event, body, orderKey: null }], new Date())
  })

/** Reads a stream; `until` resolves at the first state that is wanted. */
function read(from: Client, input: { after?: string; types?: string } = {}) {
  const stop = new AbortController()
  const states: StreamState[] = []
  const waiting: { wanted: string; resolve: () => void }[] = []
  const onState = (state: StreamState) => {
    states.push(state)
    for (const { wanted, resolve } of waiting) if (wanted === state.state) resolve()
  }
  const events = from.streamEvents(input, { signal: stop.signal, onState })[Symbol.asyncIterator]()
  const until = (wanted: string) => new Promise<void>((resolve) => waiting.push({ wanted, resolve }))
  return { next: () => events.next(), stop: () => stop.abort(), states, until }
}

test('events come as they happen, a cut connection goes on behind the last one, and the signal ends it', async () => {
  let cut = () => {}
  const cutting = createClient({
    apiKey: caller.apiKey,
    baseUrl: doors.baseUrl,
    fetch: async (input, init) => {
      const ending = new AbortController()
      cut = () => ending.abort()
      return fetch(input, { ...init, signal: AbortSignal.any([ending.signal, ...(init?.signal ? [init.signal] : [])]) })
    },
  })
  const stream = read(cutting)
  const ready = stream.until('ready')
  const first = stream.next()
  await ready
  await publish(1)
  expect((await first).value).toMatchObject({
    event: { type: 'payment.settled', data: { n: 1 } },
    id: expect.any(String),
  })
  cut()
  const second = stream.next()
  await stream.until('reconnecting')
  await publish(2)
  expect((await second).value).toMatchObject({ event: { data: { n: 2 } }, body: expect.stringContaining('"n":2') })
  expect(stream.states.map(({ state }) => state)).toEqual(['ready', 'reconnecting', 'ready'])
  stream.stop()
  await expect(stream.next()).rejects.toMatchObject({ name: 'AbortError' })
})

test('a header that is no id, a kind that is none and a token without the scope are refused', async () => {
  const send = (path: string, headers = {}) =>
    doors.open['the front server'].send({
      method: 'GET',
      path,
      headers: { authorization: `Bearer ${caller.token}`, ...headers },
    })
  expect(await send('/v1/events/stream', { 'last-event-id': 'nonsense' })).toMatchObject({
    status: 400,
    body: { errors: ['Last-Event-ID: must be the id of an event'] },
  })
  expect(await send('/v1/events/stream?types=nothing.*')).toMatchObject({ status: 400, body: { param: 'types' } })
  expect(await send('/v1/events/stream?after=1-2')).toMatchObject({ status: 400, body: { param: 'after' } })
  const narrow = createClient({ apiKey: caller.apiKey, baseUrl: doors.baseUrl, scopes: ['wallet:read'] })
  await expect(read(narrow).next()).rejects.toMatchObject({ code: 'scope_missing' })
})

test.each(['the front server', "Next's route handlers"] as const)(
  '%s answers a stream, HEAD and what is cut off',
  async (name) => {
    const headers = { authorization: `Bearer ${caller.token}` }
    const send = (method: string) => doors.open[name].send({ method, path: '/v1/events/stream', headers })
    for (let n = 0; n < 7; n++) {
      // A stream that nobody reads any more frees its place.
      const { status, text, headers } = await send('GET')
      expect([status, headers.get('content-type'), headers.get('content-encoding')]).toEqual([
        200,
        'text/event-stream; charset=utf-8',
        null,
      ])
      expect(text).toMatch(/^retry: \d+\nevent: stream\.ready\ndata: {"types":\["\*"\]}\n\n/)
      expect((await send('HEAD')).status).toBe(200)
      await expect.poll(async () => (await openPlaces()).length).toBe(0)
    }
  },
)

async function openPlaces() {
  return inWorker(({ db }) =>
    db.execute(`select 1 from event_streams where project_id = '${caller.tenant.projectId}' and ended_at is null`),
  )
}

test.each([
  ['suspended', suspendBusinessOf, 'PermissionError'],
  ['revoked', revokeKeyOf, 'AuthenticationError'],
] as const)('a stream of a %s caller is closed and not opened again', async (_name, end, name) => {
  const stream = read(client)
  const ready = stream.until('ready')
  const next = stream.next()
  await ready
  await end(caller)
  await expect(next).rejects.toMatchObject({ name })
  expect(await openPlaces()).toEqual([])
})
