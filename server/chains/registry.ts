import { eq } from 'drizzle-orm'
import { chains, chainTokens, rpcEndpoints } from '@/db/schema'
import { workerCtx } from '@/server/ctx'
import { shared } from '@/server/shared'

export type Chain = typeof chains.$inferSelect & {
  rpcUrls: string[]
  tokens: (typeof chainTokens.$inferSelect)[]
}

const MAX_AGE_MS = 5_000
const cache = shared('chains', () => ({
  loadedAt: 0,
  byId: new Map<number, Chain>(),
  loading: null as Promise<void> | null,
}))

/** The chain with its endpoints and known tokens, from a cache of at most five seconds; null when unknown or switched off. */
export async function findChain(chainId: number): Promise<Chain | null> {
  await refresh()
  return cache.byId.get(chainId) ?? null
}

export async function listChains(): Promise<Chain[]> {
  await refresh()
  return [...cache.byId.values()]
}

/** Drops the cache: the next question reads the tables. */
export function forgetChains(): void {
  cache.loadedAt = 0
}

async function refresh(): Promise<void> {
  if (Date.now() - cache.loadedAt < MAX_AGE_MS) return
  cache.loading ??= load().finally(() => {
    cache.loading = null
  })
  await cache.loading
}

async function load(): Promise<void> {
  const { db } = workerCtx()
  const [rows, endpoints, tokens] = await Promise.all([
    db.select().from(chains).where(eq(chains.isActive, true)),
    db.select().from(rpcEndpoints).where(eq(rpcEndpoints.isActive, true)).orderBy(rpcEndpoints.createdAt),
    db.select().from(chainTokens).where(eq(chainTokens.isActive, true)),
  ])
  cache.byId = new Map(
    rows.map((row) => [
      row.chainId,
      {
        ...row,
        rpcUrls: endpoints.filter((endpoint) => endpoint.chainId === row.chainId).map((endpoint) => endpoint.url),
        tokens: tokens.filter((token) => token.chainId === row.chainId),
      },
    ]),
  )
  cache.loadedAt = Date.now()
}
