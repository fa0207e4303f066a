import { createServer, type RequestListener, request, type Server } from 'node:http'
import { Inngest } from 'inngest'
import { serve } from 'inngest/node'
import postgres from 'postgres'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { bearerOf } from '../signing'
import { type RunningEngine, type StartOptions, startEngine } from '../start-engine'
import { createDatabase, type TestDatabase } from './create-database'
import { listen } from './serve-app'
import { typed } from './typed-event'

const QUIET = { debug() {}, info() {}, warn() {}, error() {} }
/** Ends a wait only where something hangs: how long it takes goes with what else the machine does. */
const MAX_WAIT_MS = 30_000
const SIGNING_KEY = `signkey-test-${'ab'.repeat(32)}`

let database: TestDatabase
let cleanups: (() => Promise<unknown>)[]
beforeEach(async () => {
  database = await createDatabase()
  cleanups = [() => database.drop()]
})
afterEach(async () => {
  for (const clean of cleanups.reverse()) await clean()
})

async function engineWith(options: Partial<StartOptions>): Promise<RunningEngine> {
  const engine = await startEngine({ databaseUrl: database.url, retryScale: 0.005, log: () => undefined, ...options })
  cleanups.push(() => engine.close())
  return engine
}

async function emptyApp() {
  const app = createServer()
  app.on('request', (_request, response) => response.writeHead(503).end())
  const port = await listen(app)
  cleanups.push(async () => {
    app.closeAllConnections()
    await new Promise((resolve) => app.close(resolve))
  })
  return { app, url: `http://127.0.0.1:${port}/api/inngest` }
}

function answerWith(app: Server, handle: RequestListener): void {
  app.removeAllListeners('request')
  app.on('request', handle)
}

async function functionsOf(engine: RunningEngine): Promise<number> {
  const health: { functions: number } = await (await fetch(`${engine.url}/health`)).json()
  return health.functions
}

function post(url: string, body: unknown): Promise<Response> {
  return fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  })
}

function send(engine: RunningEngine, body: unknown, key = 'any'): Promise<Response> {
  return post(`${engine.url}/e/${key}`, body)
}

describe('with a signing key', () => {
  test('speaks to an application in cloud mode, and only to holders of the keys', async () => {
    const { app, url } = await emptyApp()
    const engine = await engineWith({
      serveUrl: url,
      signingKey: SIGNING_KEY,
      eventKey: 'secret-events',
      syncEveryMs: 100,
    })
    const client = new Inngest({
      id: 'signed',
      isDev: false,
      baseUrl: engine.url,
      signingKey: SIGNING_KEY,
      eventKey: 'secret-events',
      logger: QUIET,
    })
    const ran: unknown[] = []
    const job = client.createFunction({ id: 'job', triggers: { event: typed('p/job') } }, async ({ event, step }) => {
      ran.push(await step.run('a', () => event.data.key))
    })
    answerWith(app, serve({ client, functions: [job] }))
    await vi.waitFor(async () => expect(await functionsOf(engine)).toBe(1), MAX_WAIT_MS)
    await client.send({ name: 'p/job', data: { key: 'ü' } })
    await vi.waitFor(() => expect(ran).toEqual(['ü']), MAX_WAIT_MS)

    expect((await send(engine, { name: 'p/job', data: {} }, 'wrong')).status).toBe(401)
    expect((await fetch(`${engine.url}/v1/runs/x`)).status).toBe(401)
    const registration = { url: 'http://127.0.0.1:1/elsewhere', appName: 'signed', functions: [] }
    expect((await post(`${engine.url}/fn/register`, registration)).status).toBe(401)
    expect(await functionsOf(engine)).toBe(1)
    const authorization = `Bearer ${bearerOf(SIGNING_KEY)}`
    expect((await fetch(`${engine.url}/v1/runs/x`, { headers: { authorization } })).status).toBe(404)
  })
})

test('starts a schedule that somebody moved as soon as it is told', async () => {
  const { app, url } = await emptyApp()
  const engine = await engineWith({ serveUrl: url, syncEveryMs: 100 })
  const client = new Inngest({ id: 'moved', isDev: true, baseUrl: engine.url, logger: QUIET })
  let runs = 0
  // Its own moment is the first of January.
  const yearly = client.createFunction({ id: 'yearly', triggers: { cron: '0 0 1 1 *' } }, async () => {
    runs += 1
  })
  answerWith(app, serve({ client, functions: [yearly] }))
  await vi.waitFor(async () => expect(await functionsOf(engine)).toBe(1), MAX_WAIT_MS)
  const sql = postgres(database.url, { max: 1, onnotice: () => undefined })
  cleanups.push(() => sql.end())
  await vi.waitFor(async () => {
    expect(await sql`update engine.crons set next_at = now() returning fn_id`).toHaveLength(1)
  }, MAX_WAIT_MS)
  await sql`select pg_notify('engine:crons', '')`
  await vi.waitFor(() => expect(runs).toBe(1), MAX_WAIT_MS)
})

describe('a web page that is open on this machine', () => {
  const EVENT = { name: 'p/job', data: {} }

  /** As a browser sends it: fetch of Node cannot choose its Host. */
  function ask(url: string, headers: Record<string, string>, body: unknown): Promise<number | undefined> {
    return new Promise((resolve, reject) => {
      const call = request(url, { method: 'POST', headers }, (answer) => {
        answer.resume()
        resolve(answer.statusCode)
      })
      call.on('error', reject)
      call.end(JSON.stringify(body))
    })
  }

  test('can neither send an event nor register functions, whatever it does without leave', async () => {
    const { app, url } = await emptyApp()
    const engine = await engineWith({ serveUrl: url, syncEveryMs: 50 })
    const client = new Inngest({ id: 'open', isDev: true, baseUrl: engine.url, logger: QUIET })
    const job = client.createFunction({ id: 'f', triggers: { event: 'p/job' } }, async () => 1)
    answerWith(app, serve({ client, functions: [job] }))
    await vi.waitFor(async () => expect(await functionsOf(engine)).toBe(1), MAX_WAIT_MS)

    const json = { 'content-type': 'application/json' }
    const elsewhere = { url: 'http://127.0.0.1:1/elsewhere', appName: 'open', functions: [] }
    for (const [path, body] of [
      ['/e/any', EVENT],
      ['/fn/register', elsewhere],
    ] as const) {
      for (const [headers, status] of [
        [{ 'content-type': 'text/plain' }, 415],
        [{}, 415],
        [{ 'content-type': 'text/plain; application/json' }, 415],
        [{ ...json, origin: 'https://evil.test' }, 403],
        [{ ...json, origin: 'null' }, 403],
        // A name of its own that it made point here.
        [{ ...json, host: `evil.test:${new URL(engine.url).port}` }, 403],
        [{ ...json, host: '127.0.0.1.evil.test' }, 403],
      ] as const) {
        expect([headers, await ask(`${engine.url}${path}`, headers, body)]).toEqual([headers, status])
      }
    }
    expect(await functionsOf(engine)).toBe(1)
    expect(await ask(`${engine.url}/e/any`, json, EVENT)).toBe(200)
  })
})

describe('registration', () => {
  test('follows the application: late start, changed and removed functions', async () => {
    const { app, url } = await emptyApp()
    const engine = await engineWith({ serveUrl: url, syncEveryMs: 50 })
    expect((await send(engine, { name: 'p/a', data: {} })).status).toBe(503)

    const client = new Inngest({ id: 'late', isDev: true, baseUrl: engine.url, logger: QUIET })
    const ran: string[] = []
    const define = (name: 'p/a' | 'p/b') =>
      client.createFunction(
        { id: name.replace('/', '-'), triggers: { event: typed(name) } },
        async () => void ran.push(name),
      )
    answerWith(app, serve({ client, functions: [define('p/a')] }))
    await vi.waitFor(async () => expect(await functionsOf(engine)).toBe(1), MAX_WAIT_MS)
    await client.send({ name: 'p/a', data: { key: '' } })
    await vi.waitFor(() => expect(ran).toEqual(['p/a']), MAX_WAIT_MS)

    answerWith(app, serve({ client, functions: [define('p/b')] }))
    await vi.waitFor(async () => {
      const { ids } = await client.send({ name: 'p/b', data: { key: '' } })
      const runs: { data: unknown[] } = await (await fetch(`${engine.url}/v1/events/${ids[0]}/runs`)).json()
      expect(runs.data).toHaveLength(1)
    }, MAX_WAIT_MS)
    const { ids } = await client.send({ name: 'p/a', data: { key: '' } })
    const runs: { data: unknown[] } = await (await fetch(`${engine.url}/v1/events/${ids[0]}/runs`)).json()
    expect(runs.data).toEqual([])
  })
})

describe('bad input', () => {
  test('is refused with a reason and changes nothing', async () => {
    const { app, url } = await emptyApp()
    const engine = await engineWith({ serveUrl: url, syncEveryMs: 50 })
    const client = new Inngest({ id: 'plain', isDev: true, baseUrl: engine.url, logger: QUIET })
    answerWith(
      app,
      serve({ client, functions: [client.createFunction({ id: 'f', triggers: { event: 'p/f' } }, async () => 1)] }),
    )
    await vi.waitFor(async () => expect(await functionsOf(engine)).toBe(1), MAX_WAIT_MS)

    for (const [body, status] of [
      ['{', 400],
      [{}, 400],
      [[{ name: '' }], 400],
      [{ name: 5 }, 400],
      [{ name: 'p/f', data: 'x'.repeat(4 * 1024 * 1024) }, 413],
      ['x'.repeat(11 * 1024 * 1024), 413],
    ] as const) {
      const answer = await send(engine, body)
      expect(answer.status).toBe(status)
      expect(await answer.json()).toMatchObject({ status, error: expect.any(String) })
    }
    expect((await fetch(`${engine.url}/nowhere`)).status).toBe(404)
    const steps = [{ id: 's', op: 'StepRun', data: 1 }]
    const stale = await post(`${engine.url}/v1/checkpoint/r/async`, { run_id: 'r', qi_id: 'a.b', steps })
    expect(stale.status).toBe(409)
  })
})

describe('an application that stays away', () => {
  test('costs attempts after the grace time, and then the run', async () => {
    const { app, url } = await emptyApp()
    const engine = await engineWith({ serveUrl: url, syncEveryMs: 50, graceMs: 600 })
    const client = new Inngest({ id: 'away', isDev: true, baseUrl: engine.url, logger: QUIET })
    const job = client.createFunction({ id: 'f', retries: 1, triggers: { event: 'p/f' } }, async () => 1)
    answerWith(app, serve({ client, functions: [job] }))
    await vi.waitFor(async () => expect(await functionsOf(engine)).toBe(1), MAX_WAIT_MS)
    answerWith(app, (_request, response) => response.writeHead(502).end('<html>gone</html>'))
    const { ids } = await client.send({ name: 'p/f', data: {} })
    await vi.waitFor(async () => {
      const runs: { data: { status: string; output: unknown }[] } = await (
        await fetch(`${engine.url}/v1/events/${ids[0]}/runs`)
      ).json()
      expect(runs.data[0]).toMatchObject({ status: 'Failed', output: { message: expect.stringContaining('HTTP 502') } })
    }, 10_000)
  })
})
