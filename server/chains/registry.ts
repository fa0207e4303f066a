import { asc, eq } from 'drizzle-orm'
import { oncePerProcess } from '@/db/once-per-process'
import { chains, chainTokens, rpcEndpoints } from '@/db/schema'
import { recordUnreadableRow } from '@/server/alarms/row-faults'
import { registerCache } from '@/server/changing-cache'
import { workerCtx } from '@/server/ctx'
import { parseUrl } from '@/server/parse-url'
import { closeOtherConnections } from './rpc/connections'
import { forgetOtherHealth } from './rpc/endpoint-health'

export type ChainEndpoint = {
  id: string
  /** May hold a provider's key: never in a log line, an error or an answer. */
  url: string
  /** Its display name. An endpoint without a name uses the host of its URL. */
  label: string
  /** `send_only` endpoints get every broadcast and no other call. */
  role: 'full' | 'send_only'
  /** Endpoints with lower numbers are called first. */
  priority: number
  /** The last value that any process recorded. */
  problem: string | null
  checkedAt: Date | null
}

export type Chain = typeof chains.$inferSelect & {
  /** Active endpoints, first choice first. */
  endpoints: ChainEndpoint[]
  /** The addresses of endpoints that answer reads; without any the chain is not available. */
  rpcUrls: string[]
  tokens: (typeof chainTokens.$inferSelect)[]
}

type EndpointRow = typeof rpcEndpoints.$inferSelect

const MAX_AGE_MS = 5_000
const cache = () =>
  oncePerProcess('chains', () => {
    registerCache('chains', forgetChains)
    return {
      loadedAt: 0,
      byId: new Map<number, Chain>(),
      loading: null as Promise<void> | null,
      /** The number of times the cache was dropped: now, and when the present content was requested. */
      dropped: 0,
      droppedBefore: 0,
    }
  })

/**
 * The chain with its endpoints and known tokens, from a cache of at most five seconds; null if it is unknown or
 * disabled.
 */
export async function findChain(chainId: number): Promise<Chain | null> {
  await refresh()
  return cache().byId.get(chainId) ?? null
}

/** Every enabled chain, from the same cache. */
export async function listChains(): Promise<Chain[]> {
  await refresh()
  return [...cache().byId.values()]
}

/** Drops the cache, so that the next call reads the tables. */
export function forgetChains(): void {
  const state = cache()
  state.loadedAt = 0
  state.loading = null
  state.dropped += 1
}

async function refresh(): Promise<void> {
  const state = cache()
  if (Date.now() - state.loadedAt < MAX_AGE_MS) return
  const loading = state.loading ?? load()
  state.loading = loading
  await loading.finally(() => {
    if (state.loading === loading) state.loading = null
  })
}

async function load(): Promise<void> {
  const memory = cache()
  const { dropped } = memory
  const { db } = workerCtx()
  const [rows, endpoints, tokens] = await Promise.all([
    db.select().from(chains).where(eq(chains.isActive, true)),
    db
      .select()
      .from(rpcEndpoints)
      .where(eq(rpcEndpoints.isActive, true))
      .orderBy(asc(rpcEndpoints.priority), asc(rpcEndpoints.createdAt)),
    db.select().from(chainTokens).where(eq(chainTokens.isActive, true)),
  ])
  if (dropped < memory.droppedBefore) return
  const sound = readableEndpoints(endpoints)
  memory.byId = new Map(
    rows.map((row) => {
      const own = sound.filter((endpoint) => endpoint.chainId === row.chainId).map(toChainEndpoint)
      const rpcUrls = own.filter(({ role }) => role === 'full').map(({ url }) => url)
      const ownTokens = tokens.filter((token) => token.chainId === row.chainId)
      return [row.chainId, { ...row, endpoints: own, rpcUrls, tokens: ownTokens }]
    }),
  )
  memory.droppedBefore = dropped
  // A load that began before the last change may have read the old rows: only its present callers may use it.
  if (dropped === memory.dropped) memory.loadedAt = Date.now()
  closeOtherConnections(new Set(endpoints.map(({ url }) => url)))
  forgetOtherHealth(new Set(endpoints.map(({ id }) => id)))
}

/** An endpoint with an invalid URL counts as switched off, so that other endpoints and chains still work. */
function readableEndpoints(rows: readonly EndpointRow[]): EndpointRow[] {
  return rows.filter((row) => {
    if (parseUrl(row.url)) return true
    recordUnreadableRow({ noun: 'RPC endpoint', id: row.id }, new TypeError('its address is none'))
    return false
  })
}

/** The endpoint of a row, as the RPC layer uses it. */
export function toChainEndpoint(row: EndpointRow): ChainEndpoint {
  const { id, url, label, role, priority, problem, checkedAt } = row
  return { id, url, label: label || new URL(url).host, role, priority, problem, checkedAt }
}

/** Whether relayers submit the transactions of a chain's wallets (EIP-7702) and use their own nonces. */
export function isRelayed(chain: Pick<Chain, 'chainType' | 'gasStrategy' | 'delegateAddress'>): boolean {
  return chain.chainType === 'EVM' && chain.gasStrategy === 'delegation' && chain.delegateAddress !== null
}
