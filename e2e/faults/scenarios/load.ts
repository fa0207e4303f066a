import type { FaultProxy } from '@/e2e/faults/fault-proxy'
import { firstChain, type Played, plan, type Stage, waitUntilIdle } from '@/e2e/faults/scenario'
import { sendTransfers, type Transfer } from '@/e2e/faults/transfers'
import { percentile } from '@/e2e/percentile'

const AT_ONCE = 64
/** The outcome of one call in twenty stays unknown; the way is drawn again each time. */
const SHARE = 0.05
const REST_WITHIN_MS = 900_000

/** Many transfers, while one RPC call in twenty fails: nothing doubled, nothing lost, and how long it takes. */
export async function load(stage: Stage): Promise<Played> {
  const { world, api, random, say } = stage
  const transfers = plan(stage, { label: 'load', webhooks: 0.1 })
  const { proxies } = firstChain(stage)
  const struckBefore = proxies.map((proxy) => proxy.struck())
  for (const proxy of proxies) {
    for (const name of ['reset', 'rateLimit', 'badGateway', 'acceptThenReset'] as const)
      proxy.setFault(name, { share: SHARE / 4 })
    proxy.setFault('droppedSends', { share: SHARE })
    proxy.setFault('nullReceipts', { share: SHARE })
  }
  const startedAt = Date.now()
  await sendTransfers(api, transfers, { spreadMs: 0, random, atOnce: AT_ONCE })
  const acceptedAt = Date.now()
  const restedAt = await waitUntilIdle(world, REST_WITHIN_MS)
  for (const [index, proxy] of proxies.entries()) {
    say(`a door: ${struckSince(proxy, struckBefore[index] ?? {})}`)
    proxy.clear()
  }
  const seconds = (Date.now() - startedAt) / 1_000
  say(`${transfers.length} transfers in ${seconds.toFixed(1)} s, ${(transfers.length / seconds).toFixed(1)} a second`)
  const acceptMs = transfers.map((transfer) => transfer.acceptMs)
  say(`accepted p50 ${percentile(acceptMs, 50)} ms, p99 ${percentile(acceptMs, 99)} ms`)
  const minedMs = await readMinedMs(stage, transfers)
  say(`submitted to mined p50 ${percentile(minedMs, 50)} ms, p99 ${percentile(minedMs, 99)} ms`)
  return { transfers, recoveryMs: [(restedAt ?? Date.now()) - acceptedAt], findings: [] }
}

async function readMinedMs({ world }: Stage, transfers: readonly Transfer[]): Promise<number[]> {
  const rows = await world.sql<{ ms: number }[]>`
    select round(extract(epoch from mined_at - created_at) * 1000)::float8 as ms from transactions
    where mined_at is not null and idempotency_key = any(${transfers.map(({ key }) => key)})`
  return rows.map(({ ms }) => ms)
}

function struckSince(proxy: FaultProxy, before: Partial<Record<string, number>>): string {
  const struck = Object.entries(proxy.struck())
    .map(([name, count]) => [name, count - (before[name] ?? 0)] as const)
    .filter(([, count]) => count > 0)
  return struck.map(([name, count]) => `${name} ${count}`).join(', ')
}
