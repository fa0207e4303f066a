import { and, eq, min } from 'drizzle-orm'
import { chainCursors, chainHeads, chains } from '@/db/schema'
import { workerCtx } from '@/server/ctx'
import { DATABASE_KEPT_MS, defineGauge, type MetricArea, type Sample } from '@/server/metrics/metric'
import { listChains } from './registry'
import { findHealth } from './rpc/endpoint-health'
import { MAX_ENDPOINTS, rpcRequests, rpcSeconds } from './rpc/metrics'
import { hostOf } from './view'

const MAX_CHAINS = 30

const head = defineGauge({
  name: 'slipway_chain_head_block',
  help: 'Newest block of a chain',
  labels: ['chain'],
  maxSeries: MAX_CHAINS,
})
const headAge = defineGauge({
  name: 'slipway_chain_head_age_seconds',
  help: 'How long ago the newest block of a chain was first seen',
  labels: ['chain'],
  maxSeries: MAX_CHAINS,
})
const silence = defineGauge({
  name: 'slipway_chain_silent_seconds',
  help: 'How long ago an endpoint of a chain last answered',
  labels: ['chain'],
  maxSeries: MAX_CHAINS,
})
const readLag = defineGauge({
  name: 'slipway_chain_read_lag_blocks',
  help: 'How many blocks a reader of a chain is behind its head, the confirmations that it waits for included',
  labels: ['chain', 'reader'],
  maxSeries: 4 * MAX_CHAINS,
})
const endpointWell = defineGauge({
  name: 'slipway_rpc_endpoint_well',
  help: '1 where an endpoint serves its chain and its last request was answered, else 0; of endpoints that were asked',
  labels: ['chain', 'endpoint'],
  maxSeries: MAX_ENDPOINTS,
})
const endpointLag = defineGauge({
  name: 'slipway_rpc_endpoint_lag_blocks',
  help: 'How many blocks an endpoint is behind the best one',
  labels: ['chain', 'endpoint'],
  maxSeries: MAX_ENDPOINTS,
})

/**
 * Chains, as the watcher and the readers left them, and what this process knows of endpoints: by their hosts, since the
 * rest of an address may be a key.
 */
export const chainArea: MetricArea = {
  recorded: [rpcRequests, rpcSeconds],
  readings: [
    { name: 'chains', metrics: [head, headAge, silence, readLag], keptMs: DATABASE_KEPT_MS, read: readChains },
    { name: 'endpoints', metrics: [endpointWell, endpointLag], keptMs: DATABASE_KEPT_MS, read: readEndpoints },
  ],
}

async function readChains(): Promise<Sample[]> {
  const { db } = workerCtx()
  const rows = await db
    .select({
      chainId: chains.chainId,
      at: chainHeads.blockNumber,
      seenAt: chainHeads.blockAt,
      answeredAt: chainHeads.answeredAt,
    })
    .from(chainHeads)
    .innerJoin(chains, and(eq(chains.chainId, chainHeads.chainId), eq(chains.isActive, true)))
  const cursors = await db
    .select({ chainId: chainCursors.chainId, reader: chainCursors.consumer, read: min(chainCursors.blockNumber) })
    .from(chainCursors)
    .groupBy(chainCursors.chainId, chainCursors.consumer)
  return rows.flatMap(({ chainId, at, seenAt, answeredAt }) => {
    const chain = String(chainId)
    const silent = silence.of({ chain }, secondsSince(answeredAt))
    if (at === null) return [silent]
    const lags = cursors
      .filter((cursor) => cursor.chainId === chainId)
      .map(({ reader, read }) => readLag.of({ chain, reader }, Math.max(0, Number(at - (read ?? at)))))
    return [silent, head.of({ chain }, Number(at)), headAge.of({ chain }, secondsSince(seenAt)), ...lags]
  })
}

async function readEndpoints(): Promise<Sample[]> {
  const all = (await listChains()).flatMap((chain) => chain.endpoints.map((endpoint) => ({ chain, endpoint })))
  return all.flatMap(({ chain, endpoint }) => {
    const health = findHealth(endpoint.id)
    const labels = { chain: String(chain.chainId), endpoint: hostOf(endpoint.url) }
    if (!health) return []
    const isWell = health.failures === 0 && health.identity !== 'wrong'
    const well = endpointWell.of(labels, isWell ? 1 : 0)
    return health.head === null ? [well] : [well, endpointLag.of(labels, Number(health.lagBlocks))]
  })
}

function secondsSince(moment: Date): number {
  return Math.max(0, Date.now() - moment.getTime()) / 1_000
}
