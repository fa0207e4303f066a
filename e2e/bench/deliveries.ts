import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { performance } from 'node:perf_hooks'
import { createInterface } from 'node:readline'
import { setTimeout as wait } from 'node:timers/promises'
import { Agent, request } from 'undici'
import { v7 } from 'uuid'
import { findFreePort } from '@/dev/free-port'
import { startGuard } from '@/dev/guard'
import { startPostgres } from '@/dev/postgres'
import { percentile } from '@/e2e/percentile'
import { workerCtx } from '@/server/ctx'
import { createOwner, type Owner } from '@/server/testing/messages'
import { testDatabase } from '@/server/testing/test-database'
import { addEndpoint } from '@/server/webhooks/destinations/endpoint-world.test-data'
import { dispatchWebhooks } from '@/server/webhooks/dispatch'
import { enqueueMessages } from '@/server/webhooks/enqueue-messages'
import { inParallel } from './transfer-world'

const AIM_PERCENT = 60
const AIM_HANGING_PERCENT = 70
const BODY = JSON.stringify({ type: 'wallet.transfer.completed', data: { text: 'x'.repeat(900) } })
const IN_FLIGHT = 64

type Options = { count: number; receivers: number; repeats: number }
type Receivers = { urls: string[]; hangingUrl: string; answered: () => Promise<number> }
type Destination = { owner: Owner; id: string; url: string }

/**
 * Webhooks per second from the outbox until the receiver has them, recorded, as a ratio to a bare undici loop that
 * sends the same bodies to the same receivers; then the same with one receiver more that never answers.
 */
export async function benchDeliveries({ count, receivers, repeats }: Options): Promise<void> {
  await withReceivers(receivers, async (world) => {
    const destinations = await Promise.all(world.urls.map(addDestination))
    const hanging = await addDestination(world.hangingUrl)
    await runBare(world.urls, count)
    await runDispatcher(world, destinations, count)
    const [ratios, hangingRatios]: [number[], number[]] = [[], []]
    for (let round = 1; round <= repeats; round++) {
      const bare = await runBare(world.urls, count)
      const ours = await runDispatcher(world, destinations, count)
      await put([hanging], Math.ceil(count / receivers))
      const beside = await runDispatcher(world, destinations, count)
      ratios.push(ours / bare)
      hangingRatios.push(beside / ours)
      console.log(
        `  ${count} deliveries to ${receivers} receivers: bare undici ${bare.toFixed(0)}/s, Slipway ${ours.toFixed(0)}/s` +
          ` (${((ours / bare) * 100).toFixed(0)} %), beside one that hangs ${beside.toFixed(0)}/s (${((beside / ours) * 100).toFixed(0)} %); load ${loadavg()[0]?.toFixed(1)}`,
      )
    }
    const median = (shares: number[]) => (percentile(shares, 50) * 100).toFixed(0)
    console.log(
      `  median of ${repeats}: ${median(ratios)} % of bare (aim ${AIM_PERCENT}), ${median(hangingRatios)} % of that beside one that hangs (aim ${AIM_HANGING_PERCENT})`,
    )
  })
}

async function addDestination(url: string): Promise<Destination> {
  const owner = await createOwner()
  return { owner, url, id: (await addEndpoint(owner, url)).id }
}

async function runBare(urls: readonly string[], count: number): Promise<number> {
  const agent = new Agent({ pipelining: 1 })
  const startedAt = performance.now()
  await inParallel(IN_FLIGHT, count, async (index) => {
    const url = urls[index % urls.length] ?? ''
    const { body } = await request(url, { method: 'POST', body: BODY, dispatcher: agent })
    await body.dump()
  })
  const perSecond = (count * 1_000) / (performance.now() - startedAt)
  await agent.close()
  return perSecond
}

async function put(destinations: readonly Destination[], count: number): Promise<void> {
  const { db } = workerCtx()
  const messages = Array.from({ length: count }, (_, index) => {
    const destination = destinations[index % destinations.length]
    if (!destination) throw new Error('nobody receives')
    const { owner, id: destinationId, url } = destination
    const { businessId, projectId } = owner
    const reported = { source: 'transaction', sourceId: v7(), kind: 'wallet.transfer.completed', body: BODY } as const
    const way = { scheme: 'standard', keySource: 'endpoint', orderKey: null } as const
    return { businessId, projectId, destinationId, url, ...reported, ...way }
  })
  for (let from = 0; from < count; from += 1_000)
    await enqueueMessages(db, messages.slice(from, from + 1_000), new Date())
  await db.execute('analyze webhook_messages')
}

/** Runs until the last delivery arrives; one that hangs may still be open. */
async function runDispatcher(world: Receivers, destinations: readonly Destination[], count: number): Promise<number> {
  await put(destinations, count)
  const before = await world.answered()
  const startedAt = performance.now()
  const run = dispatchWebhooks(workerCtx(), { timeoutMs: 2_000, runMs: 600_000 })
  while ((await world.answered()) - before < count) await wait(20)
  const perSecond = (count * 1_000) / (performance.now() - startedAt)
  // Messages to the receiver that hangs would be tried again and again.
  await workerCtx().db.execute(
    `update webhook_messages set status = 'failed', next_attempt_at = null where status = 'pending' and lease_until is null`,
  )
  await run
  return perSecond
}

async function withReceivers(count: number, work: (receivers: Receivers) => Promise<void>): Promise<void> {
  const home = mkdtempSync(join(tmpdir(), 'slipway-bench-'))
  // An interrupted measurement must leave nothing running.
  const guard = startGuard()
  const postgres = await startPostgres({
    dataDir: join(home, 'postgres'),
    port: await findFreePort(),
    logFile: join(home, 'postgres.log'),
    password: 'throw-away',
    onSpawn: (pid) => guard.add(pid, 'SIGQUIT'),
  })
  process.env.TEST_DATABASE_URL = postgres.url
  const child = spawn(process.execPath, ['--import', 'tsx', 'e2e/bench/delivery-receiver.ts', String(count)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  if (child.pid !== undefined) guard.add(child.pid)
  try {
    const database = await testDatabase()
    const ports = await portsOf(child)
    const urls = ports.map((port) => `http://127.0.0.1:${port}`)
    const [counter = '', hangingUrl = ''] = [urls.pop(), urls.pop()]
    const answered = async () => Number(await (await request(counter)).body.text())
    await work({ urls, hangingUrl, answered })
    await database.close()
  } finally {
    child.kill()
    await postgres.stop()
    guard.close()
    rmSync(home, { recursive: true, force: true })
  }
}

async function portsOf(child: ChildProcess): Promise<number[]> {
  for await (const line of createInterface({ input: child.stdout ?? process.stdin })) return line.split(' ').map(Number)
  throw new Error('the receivers ended before they were ready')
}
