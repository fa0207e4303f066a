import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { pathToFileURL } from 'node:url'
import { Inngest } from 'inngest'
import { serve } from 'inngest/node'
import { findFreePort } from '@/dev/free-port'
import { startGuard } from '@/dev/guard'
import { startPostgres } from '@/dev/postgres'
import { waitUntil } from '@/dev/wait-until'

interface EngineFigures {
  startP50Ms: number
  startP95Ms: number
  oneStepRunsPerSecond: number
  threeStepRunsPerSecond: number
}

const SAMPLES = 200
const RUNS = 500
const ROUNDS = 3

function quantile(values: number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}

async function spawnEngine(databaseUrl: string, serveUrl: string): Promise<{ child: ChildProcess; url: string }> {
  const child = spawn(
    process.execPath,
    ['--import', 'tsx', 'packages/job-engine/main.ts', '--port', '0', '--serve-url', serveUrl],
    { env: { ...process.env, ENGINE_DATABASE_URL: databaseUrl }, stdio: ['ignore', 'pipe', 'inherit'] },
  )
  for await (const line of createInterface({ input: child.stdout ?? process.stdin })) {
    const url = /^engine ready on (\S+)$/.exec(line)?.[1]
    if (url) return { child, url }
  }
  throw new Error('the engine ended before it was ready')
}

/** Counts what functions report, and says when all expected reports are in. */
function createCounter() {
  let left = 0
  let done: () => void = () => undefined
  return {
    expect(count: number): Promise<void> {
      left = count
      return new Promise((resolve) => {
        done = resolve
      })
    },
    report(): void {
      left -= 1
      if (left === 0) done()
    },
  }
}

async function measure(engineUrl: (serveUrl: string) => Promise<string>): Promise<EngineFigures> {
  const counter = createCounter()
  const startedAt = new Map<string, number>()
  const app = createServer()
  app.listen(0, '127.0.0.1')
  await once(app, 'listening')
  const address = app.address()
  const port = typeof address === 'object' && address ? address.port : 0
  const serveUrl = `http://127.0.0.1:${port}/api/inngest`
  const url = await engineUrl(serveUrl)
  const client = new Inngest({ id: 'bench', isDev: true, baseUrl: url })

  const functions = [
    client.createFunction({ id: 'latency', triggers: { event: 'b/latency' } }, async ({ event }) => {
      startedAt.set(String(event.data.key), performance.now())
      counter.report()
    }),
    client.createFunction({ id: 'one', triggers: { event: 'b/one' } }, async ({ step }) => {
      await step.run('a', () => 1)
      counter.report()
    }),
    client.createFunction({ id: 'three', triggers: { event: 'b/three' } }, async ({ step }) => {
      const a = await step.run('a', () => 1)
      const b = await step.run('b', () => a + 1)
      await step.run('c', () => b + 1)
      counter.report()
    }),
  ]
  app.on('request', serve({ client, functions }))
  await waitUntil(
    async () => {
      const health: { functions: number } = await (await fetch(`${url}/health`)).json()
      return health.functions === functions.length
    },
    { timeoutMs: 20_000 },
  )

  async function runsPerSecond(name: string): Promise<number> {
    const all = counter.expect(RUNS)
    const from = performance.now()
    // ten senders, as an application under load would be
    await Promise.all(
      Array.from({ length: 10 }, async () => {
        for (let i = 0; i < RUNS / 10; i++) await client.send({ name, data: {} })
      }),
    )
    await all
    return (RUNS * 1000) / (performance.now() - from)
  }

  await runsPerSecond('b/one')
  const latencies: number[] = []
  for (let i = 0; i < SAMPLES; i++) {
    const arrived = counter.expect(1)
    const from = performance.now()
    await client.send({ name: 'b/latency', data: { key: String(i) } })
    await arrived
    latencies.push((startedAt.get(String(i)) ?? Number.NaN) - from)
  }
  const one: number[] = []
  const three: number[] = []
  for (let round = 0; round < ROUNDS; round++) {
    one.push(await runsPerSecond('b/one'))
    three.push(await runsPerSecond('b/three'))
  }
  app.closeAllConnections()
  app.close()
  return {
    startP50Ms: quantile(latencies, 0.5),
    startP95Ms: quantile(latencies, 0.95),
    oneStepRunsPerSecond: quantile(one, 0.5),
    threeStepRunsPerSecond: quantile(three, 0.5),
  }
}

/** Engine in its own process, application in this one, a durable Postgres; prints one table. */
export async function benchEngine(): Promise<EngineFigures> {
  const home = mkdtempSync(join(tmpdir(), 'slipway-bench-'))
  // an interrupted measurement must leave nothing running
  const guard = startGuard()
  const postgres = await startPostgres({
    dataDir: join(home, 'postgres'),
    port: await findFreePort(),
    logFile: join(home, 'postgres.log'),
    password: 'throw-away',
    onSpawn: (pid) => guard.add(pid, 'SIGQUIT'),
  })
  let engine: ChildProcess | undefined
  try {
    const figures = await measure(async (serveUrl) => {
      const started = await spawnEngine(postgres.url, serveUrl)
      engine = started.child
      if (engine.pid !== undefined) guard.add(engine.pid)
      return started.url
    })
    console.table({
      'event to function start, p50 (ms)': { measured: figures.startP50Ms.toFixed(1), aim: '< 15' },
      'event to function start, p95 (ms)': { measured: figures.startP95Ms.toFixed(1), aim: '' },
      [`${RUNS} one-step runs (runs/s, median of ${ROUNDS})`]: {
        measured: figures.oneStepRunsPerSecond.toFixed(0),
        aim: '>= 150',
      },
      [`${RUNS} three-step runs (runs/s, median of ${ROUNDS})`]: {
        measured: figures.threeStepRunsPerSecond.toFixed(0),
        aim: '>= 120',
      },
    })
    return figures
  } finally {
    engine?.kill('SIGTERM')
    if (engine && engine.exitCode === null) await once(engine, 'exit')
    await postgres.stop()
    guard.close()
    rmSync(home, { recursive: true, force: true })
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) await benchEngine()
