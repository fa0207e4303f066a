import { waitUntil } from '@/dev/wait-until'
import { type Answer, type ApiClient, createApiClient } from '@/e2e/api-client'
import { type Played, plan, type Stage, waitUntilIdle } from '@/e2e/faults/scenario'
import type { AppProcess } from '@/e2e/faults/stack/fault-stack'
import { startTlsProxy } from '@/e2e/faults/stack/tls-proxy'
import { sendTransfers } from '@/e2e/faults/transfers'

/** Long enough for both processes to end, start and get ready while transfers come in. */
const SPREAD_MS = 20_000
const READERS = 4
const READY_WITHIN_MS = 60_000

type Counts = { answered: number; deferred: number; failed: string[] }

/**
 * Two processes behind a proxy that ends TLS, both replaced under load: forwards, and back on a database that a newer
 * version has migrated. A client sees answers, and at most 503 with Retry-After.
 */
export async function rolling(stage: Stage): Promise<Played> {
  const { stack, world, say } = stage
  const second = await stack.addApp()
  const apps = [stack.app, second]
  const ports = apps.map(({ baseUrl }) => Number(new URL(baseUrl).port))
  const proxy = await startTlsProxy(stack.home, ports)
  const played: Played = { transfers: [], recoveryMs: [], findings: [] }
  const roll = async () => {
    for (const app of apps) await replace(app)
  }
  try {
    say('phase           requests  answered  503 + Retry-After  failed')
    await playPhase('steady', async () => {})
    await playPhase('roll forward', roll)
    await world.sql`insert into drizzle.__drizzle_migrations (hash, created_at) values ('newer', 9999999999999)`
    await playPhase('roll back', roll)
    await world.sql`delete from drizzle.__drizzle_migrations where hash = 'newer'`
  } finally {
    proxy.close()
    await stack.removeApp(second)
  }
  return played

  async function playPhase(name: string, work: () => Promise<void>): Promise<void> {
    const counts: Counts = { answered: 0, deferred: 0, failed: [] }
    const api = counted(createApiClient({ baseUrl: proxy.url, liveKey: stack.liveKey, ca: proxy.certificate }), counts)
    const transfers = plan(stage, { label: `rolling-${name.replace(' ', '-')}`, native: 0.2 })
    const isDone = Promise.all([sendTransfers(api, transfers, { spreadMs: SPREAD_MS, random: stage.random }), work()])
    await readUntil(isDone, api)
    await api.close()
    const { answered, deferred, failed } = counts
    const columns = [answered + deferred + failed.length, answered, deferred, failed.length]
    say(
      `${name.padEnd(14)}${columns.map((count, index) => String(count).padStart([10, 10, 19, 8][index] ?? 0)).join('')}`,
    )
    if (failed.length > 0)
      played.findings.push(`${name}: ${failed.length} requests failed: ${[...new Set(failed)].join('; ')}`)
    const restedAt = await waitUntilIdle(world)
    if (restedAt === null) played.findings.push(`${name}: not everything had ended`)
    played.transfers.push(...transfers)
    played.recoveryMs.push(0)
  }
}

/** Readers that never pause. */
async function readUntil(isDone: Promise<unknown>, api: ApiClient): Promise<void> {
  let isOver = false
  const readers = Array.from({ length: READERS }, async () => {
    while (!isOver) await api.get('/v1/wallet/transaction/history?limit=5')
  })
  await isDone.finally(() => {
    isOver = true
  })
  await Promise.all(readers)
}

/** Ends a process as an orchestrator does, and continues when its successor is ready. */
async function replace({ control, baseUrl }: AppProcess): Promise<void> {
  await control.stop()
  await control.restart()
  const isReady = async () => (await fetch(`${baseUrl}/readyz`)).status === 200
  if (!(await waitUntil(isReady, { timeoutMs: READY_WITHIN_MS }))) throw new Error(`${control.name} did not get ready`)
}

function counted(api: ApiClient, counts: Counts): ApiClient {
  const count = (answer: Answer): Answer => {
    if (answer.status > 0 && answer.status < 500) counts.answered += 1
    else if (answer.status === 503 && answer.headers['retry-after'] !== undefined) counts.deferred += 1
    else counts.failed.push(`${answer.status} ${answer.text.slice(0, 120)}`)
    return answer
  }
  return {
    ...api,
    get: async (path) => count(await api.get(path)),
    post: async (path, body, key) => count(await api.post(path, body, key)),
  }
}
