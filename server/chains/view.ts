import type { chains, chainTokens, rpcEndpoints } from '@/db/schema'
import type {
  ChainEndpoints,
  ChainNotice,
  ChainProblemKind,
  EndpointHealthState,
  EndpointView,
  OperatorChain,
} from '@/schemas/chains/contract'
import type { ChainDetail, ChainToken } from '@/schemas/chains/settings/contract'
import { maskUrl } from '@/server/mask-url'
import { parseUrl } from '@/server/parse-url'
import { type EndpointHealth, findHealth } from './rpc/endpoint-health'
import { toleratedLag } from './rpc/heads'
import { toSettings } from './settings/to-settings'

type ChainRow = typeof chains.$inferSelect
type Row = typeof rpcEndpoints.$inferSelect
type TokenRow = typeof chainTokens.$inferSelect
type Pace = { blockTimeMs: number }

type ChainParts = {
  /** Active ones of any chain. */
  endpoints: readonly Row[]
  tokens: readonly TokenRow[]
  watchedBlock: bigint | null
}

export function toOperatorChain(row: ChainRow, { endpoints, tokens, watchedBlock }: ChainParts): OperatorChain {
  return {
    chainId: row.chainId,
    code: row.code,
    name: row.name,
    chainType: row.chainType,
    network: row.network,
    nativeSymbol: row.nativeSymbol,
    gasPolicy: row.gasPolicy,
    confirmations: row.confirmations,
    isActive: row.isActive,
    endpoints: endpoints.filter(({ chainId }) => chainId === row.chainId).map(({ url }) => hostOf(url)),
    tokens: tokens.filter(({ chainId }) => chainId === row.chainId).map(toChainToken),
    watchedBlock: watchedBlock?.toString() ?? null,
  }
}

export function toChainDetail(row: ChainRow, tokens: readonly TokenRow[]): ChainDetail {
  const { chainId, code, chainType, network, nativeSymbol } = row
  const settings = toSettings(row)
  return { chainId, code, chainType, network, nativeSymbol, settings, tokens: tokens.map(toChainToken) }
}

function toChainToken({ symbol, address, decimals }: TokenRow): ChainToken {
  return { symbol, address, decimals }
}

/** Never the whole address: it may hold a provider's key. */
export function hostOf(url: string): string {
  return parseUrl(url)?.host ?? 'an address that is none'
}

export function toChainNotice(
  { chainId, name }: Pick<ChainRow, 'chainId' | 'name'>,
  trouble: { kind: ChainProblemKind; since: Date },
): ChainNotice {
  return { chainId, name, kind: trouble.kind, since: trouble.since.toISOString() }
}

export function toChainEndpoints(chain: ChainRow, items: EndpointView[]): ChainEndpoints {
  return {
    chainId: chain.chainId,
    name: chain.name,
    code: chain.code,
    chainType: chain.chainType,
    isActive: chain.isActive,
    items,
  }
}

export function toEndpoint(row: Row, chain: Pace): EndpointView {
  const health = row.isActive ? findHealth(row.id) : null
  return {
    id: row.id,
    label: row.label || hostOf(row.url),
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
