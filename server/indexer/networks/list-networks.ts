import { and, asc, count, eq, gte, inArray, isNull, sql } from 'drizzle-orm'
import {
  alarms,
  chainCursors,
  chainHeads,
  chains,
  indexerEvents,
  indexerReplays,
  indexerSubscriptions,
  rpcEndpoints,
} from '@/db/schema'
import type { NetworkView } from '@/schemas/indexer/networks/contract'
import type { OperatorCtx } from '@/server/ctx'
import type { Rows } from '@/server/paging'
import { toNetwork } from './view'

const RECENT_MS = 600_000

/** Every chain with event subscriptions: its newest block, its read position, and its open problems. */
export async function listNetworks({ db, now }: OperatorCtx): Promise<Rows<NetworkView>> {
  const { chainId, passDepth, undecodableCount, deletedAt } = indexerSubscriptions
  const subscribed = await db
    .select({
      chainId,
      depth: passDepth,
      subscriptions: count(),
      undecodable: sql<string>`sum(${undecodableCount})`,
    })
    .from(indexerSubscriptions)
    .where(isNull(deletedAt))
    .groupBy(chainId, passDepth)
    .orderBy(asc(chainId), asc(passDepth))
  const ids = [...new Set(subscribed.map((row) => row.chainId))]
  if (ids.length === 0) return { items: [] }
  const rows = await db
    .select({ chain: chains, head: chainHeads })
    .from(chains)
    .leftJoin(chainHeads, eq(chainHeads.chainId, chains.chainId))
    .where(inArray(chains.chainId, ids))
    .orderBy(asc(chains.chainId))
  const cursors = await db
    .select()
    .from(chainCursors)
    .where(and(eq(chainCursors.consumer, 'indexer'), inArray(chainCursors.chainId, ids)))
  const endpoints = await db
    .select({ chainId: rpcEndpoints.chainId, problem: rpcEndpoints.problem })
    .from(rpcEndpoints)
    .where(and(eq(rpcEndpoints.isActive, true), inArray(rpcEndpoints.chainId, ids)))
  const since = new Date(now().getTime() - RECENT_MS)
  const events = await db
    .select({ chainId: indexerEvents.chainId, count: count() })
    .from(indexerEvents)
    .where(gte(indexerEvents.id, firstIdOf(since)))
    .groupBy(indexerEvents.chainId)
  const replays = await db
    .select({ chainId: indexerReplays.chainId, count: count() })
    .from(indexerReplays)
    .where(eq(indexerReplays.status, 'running'))
    .groupBy(indexerReplays.chainId)
  const open = await db
    .select({ chainId: alarms.chainId, message: alarms.message })
    .from(alarms)
    .where(
      and(
        isNull(alarms.closedAt),
        inArray(alarms.kind, ['indexer_behind', 'finality_broken', 'chain_unreachable', 'chain_stalled']),
      ),
    )
    .orderBy(asc(alarms.openedAt))
  const parts = { subscribed, cursors, endpoints, events, replays, alarms: open }
  return { items: rows.map(({ chain, head }) => toNetwork(chain, { ...parts, head })) }
}

/** The lowest id (UUID v7) that can be created at this time or later. */
function firstIdOf(at: Date): string {
  const hex = at.getTime().toString(16).padStart(12, '0')
  return `${hex.slice(0, 8)}-${hex.slice(8)}-7000-8000-000000000000`
}
