import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as work } from 'node:timers/promises'
import { Inngest } from 'inngest'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { findFreePort } from '@/dev/free-port'
import { startPostgres } from '@/dev/postgres'
import { byProof } from '@/server/testing/proof'
import { createDatabase, type TestDatabase } from './create-database'
import { type ServedApp, serveApp } from './serve-app'
import { spawnEngine } from './spawn-engine'
import { typed } from './typed-event'

const QUIET = { debug() {}, info() {}, warn() {}, error() {} }
const RUNS = byProof(6, 40)

/** An application whose runs take a while, so that a crash finds them everywhere: in steps, asleep, between. */
function createWork(engineUrl: () => string) {
  const begun: string[] = []
  const finished: string[] = []
  const attempts: number[] = []
  const fetchEngine: typeof fetch = (input, init) => {
    const path = new URL(String(input instanceof Request ? input.url : input))
    return fetch(new URL(path.pathname + path.search, engineUrl()), init)
  }
  const client = new Inngest({
    id: 'crash',
    isDev: true,
    baseUrl: 'http://engine.invalid',
    fetch: fetchEngine,
    logger: QUIET,
  })
  const job = client.createFunction(
    { id: 'work', triggers: { event: typed('crash/work') } },
    async ({ event, step, attempt }) => {
      const { key } = event.data
      await step.run('first', async () => {
        begun.push(key)
        attempts.push(attempt)
        await work(200)
      })
      await step.sleep('nap', '1s')
      await step.run('second', async () => {
        attempts.push(attempt)
        await work(200)
      })
      await step.run('last', () => void finished.push(key))
    },
  )
  return {
    client,
    functions: [job],
    begun,
    attempts,
    async start(): Promise<string[]> {
      const keys = Array.from({ length: RUNS }, (_, i) => `run ${i}`)
      await client.send(keys.map((key) => ({ name: 'crash/work', data: { key } })))
      return keys
    },
    async allFinish(keys: string[], withinMs = 45_000): Promise<void> {
      await vi.waitFor(
        () => {
          const missing = keys.filter((key) => !finished.includes(key))
          if (missing.length > 0) throw new Error(`${missing.length} runs did not finish: ${missing.join(', ')}`)
        },
        { timeout: withinMs, interval: 50 },
      )
    },
    async someBegin(): Promise<void> {
      await vi.waitFor(() => expect(begun.length).toBeGreaterThan(3), { timeout: 60_000, interval: 10 })
    },
  }
}

const cleanups: (() => Promise<unknown>)[] = []
let database: TestDatabase
beforeEach(async () => {
  database = await createDatabase()
  cleanups.push(() => database.drop())
})
afterEach(async () => {
  for (const clean of cleanups.splice(0).reverse()) await clean()
})

async function serveWork(job: ReturnType<typeof createWork>, port = 0): Promise<ServedApp> {
  const app = await serveApp(job.client, job.functions, port)
  cleanups.push(() => app.close())
  return app
}

async function engineFor(app: ServedApp, databaseUrl = database.url, port = 0) {
  const engine = await spawnEngine(databaseUrl, app.url, port)
  cleanups.push(() => engine.stop())
  await vi.waitFor(
    async () => {
      const health: { functions: number } = await (await fetch(`${engine.url}/health`)).json()
      expect(health.functions).toBe(1)
    },
    { timeout: 20_000 },
  )
  return engine
}

test('one of two workers is killed in mid-step: the other finishes every run', async () => {
  let url = ''
  const job = createWork(() => url)
  const app = await serveWork(job)
  const [survivor, victim] = [await engineFor(app), await engineFor(app)]
  url = survivor.url
  const keys = await job.start()
  await job.someBegin()
  await victim.crash()
  await job.allFinish(keys)
})

test('the only engine is killed and started again: every run finishes', async () => {
  let url = ''
  const job = createWork(() => url)
  const app = await serveWork(job)
  const first = await engineFor(app)
  url = first.url
  const keys = await job.start()
  await job.someBegin()
  await first.crash()
  url = (await engineFor(app)).url
  await job.allFinish(keys)
})

test('the application disappears in mid-step and comes back: every run finishes, no attempt is spent', async () => {
  let url = ''
  const job = createWork(() => url)
  const app = await serveWork(job)
  url = (await engineFor(app)).url
  const keys = await job.start()
  await job.someBegin()
  await app.close()
  await serveWork(job, app.port)
  await job.allFinish(keys)
  expect(new Set(job.attempts)).toEqual(new Set([0]))
})

test('the engine continues by itself after Postgres is killed and restarted', async () => {
  const home = mkdtempSync(join(tmpdir(), 'slipway-engine-'))
  const options = {
    dataDir: join(home, 'postgres'),
    port: await findFreePort(),
    logFile: join(home, 'postgres.log'),
    password: 'throw-away',
  }
  let cluster = await startPostgres(options)
  cleanups.push(async () => {
    await cluster.stop()
    rmSync(home, { recursive: true, force: true })
  })
  let url = ''
  const job = createWork(() => url)
  const app = await serveWork(job)
  const engine = await engineFor(app, cluster.url)
  url = engine.url
  const keys = await job.start()
  await job.someBegin()
  process.kill(cluster.pid, 'SIGKILL')
  cluster = await startPostgres(options)
  await job.allFinish(keys)
  expect((await fetch(`${engine.url}/health`)).status).toBe(200)
})
