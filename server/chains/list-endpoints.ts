import { setTimeout as wait } from 'node:timers/promises'
import { asc, eq } from 'drizzle-orm'
import { chains, rpcEndpoints } from '@/db/schema'
import type { OperatorCtx } from '@/server/ctx'
import { notFound } from '@/server/errors'
import type { ChainEndpoints, EndpointHealthState, EndpointView } from './contract'
import { maskUrl } from './mask-url'
import { findChain } from './registry'
import { type EndpointHealth, findHealth } from './rpc/endpoint-health'
import { toleratedLag } from './rpc/heads'
import { lookAtEndpoints } from './rpc/readers'

type Row = typeof rpcEndpoints.$inferSelect
type Pace = { blockTimeMs: number }

/** A page waits no longer than this for a slow node. */
const PATIENCE_MS = 1_500

/** The endpoints of a chain, first choice first, with what this server knows of them. Throws not_found. */
export async function listEndpoints({ db }: OperatorCtx, { chainId }: { chainId: number }): Promise<ChainEndpoints> {
  const [chain] = await db.select().from(chains).where(eq(chains.chainId, chainId))
  if (!chain) throw notFound('Chain')
  const served = await findChain(chainId)
  if (served) await Promise.race([lookAtEndpoints(served), wait(PATIENCE_MS)])
  const rows = await db
    .select()
    .from(rpcEndpoints)
    .where(eq(rpcEndpoints.chainId, chainId))
    .orderBy(asc(rpcEndpoints.priority), asc(rpcEndpoints.createdAt))
  const { name, code, chainType, isActive } = chain
  return { chainId, name, code, chainType, isActive, endpoints: rows.map((row) => toEndpointView(row, chain)) }
}

function toEndpointView(row: Row, chain: Pace): EndpointView {
  const health = row.isActive ? findHealth(row.id) : null
  return {
    id: row.id,
    label: row.label || new URL(row.url).host,
    maskedUrl: maskUrl(row.url),
    role: row.role,
    priority: row.priority,
    isActive: row.isActive,
    health: toState(row, health, chain),
    head: health?.head?.toString() ?? null,
    lagBlocks: health?.head == null ? null : health.lagBlocks.toString(),
    latencyMs: health?.latencyMs == null ? null : Math.round(health.latencyMs),
    checkedAt: newest(row.checkedAt, health)?.toISOString() ?? null,
    problem: toProblem(row, health),
  }
}

function toState(row: Row, health: EndpointHealth | null, chain: Pace): EndpointHealthState {
  if (!row.isActive) return 'off'
  if (health?.identity === 'wrong') return 'wrong_chain'
  if (health && health.openUntil > 0) return 'paused'
  if (health && health.failures > 0) return 'failing'
  if (!health || health.identity === 'unknown') return row.problem ? 'wrong_chain' : 'unused'
  return health.lagBlocks > toleratedLag(chain) ? 'behind' : 'well'
}

function toProblem(row: Row, health: EndpointHealth | null): string | null {
  if (health && health.failures > 0) return health.lastFailure
  return health && health.identity !== 'unknown' ? health.problem : row.problem
}

function newest(recorded: Date | null, health: EndpointHealth | null): Date | null {
  if (!health || health.identityAt === 0) return recorded
  return new Date(Math.max(health.identityAt, recorded?.getTime() ?? 0))
}
