import { and, eq } from 'drizzle-orm'
import type { Database } from '@/db/client'
import { oncePerProcess } from '@/db/once-per-process'
import { walletSeeds } from '@/db/schema/wallets'
import { requireNoTransaction } from '@/server/database/network-guard'
import { deriveKeys, type SeedKeys } from './derive-keys'
import { openEnvelope } from './envelope'
import { seedBinding } from './seed-binding'

const TTL_MS = 60_000
const MAX_SEEDS = 512

type Cached = { keys: SeedKeys; timer: NodeJS.Timeout; until: number }
type Cache = { open: Map<string, Cached>; opening: Map<string, Promise<SeedKeys>> }

/**
 * The keys of a business's seed, kept for at most a minute and wiped then: not before `minMs` are over, unless many
 * other seeds are opened. A kept reference throws once wiped.
 */
export async function openSeed(
  ctx: { db: Database },
  seed: { businessId: string; seedId: string },
  minMs = 0,
): Promise<SeedKeys> {
  // Also where the seed is open already: in another process, or a minute later, it is not.
  requireNoTransaction('opening a seed')
  const cache = oncePerProcess('custody.seeds', (): Cache => ({ open: new Map(), opening: new Map() }))
  const key = `${seed.businessId} ${seed.seedId}`
  const cached = cache.open.get(key)
  if (cached && cached.until - Date.now() > minMs) {
    // Map keeps insertion order: re-inserting makes the first entry the least recently used.
    cache.open.delete(key)
    cache.open.set(key, cached)
    return cached.keys
  }
  const opening = cache.opening.get(key) ?? load(ctx, seed).then((keys) => remember(cache, key, keys))
  cache.opening.set(key, opening)
  return opening.finally(() => cache.opening.delete(key))
}

/** Wipes every cached key, e.g. when the process ends. */
export function forgetSeeds(): void {
  const cache = oncePerProcess('custody.seeds', (): Cache => ({ open: new Map(), opening: new Map() }))
  for (const key of [...cache.open.keys()]) forget(cache, key)
}

async function load(ctx: { db: Database }, seed: { businessId: string; seedId: string }): Promise<SeedKeys> {
  const [row] = await ctx.db
    .select()
    .from(walletSeeds)
    .where(and(eq(walletSeeds.businessId, seed.businessId), eq(walletSeeds.id, seed.seedId)))
  if (!row) throw new Error('no such seed in this business')
  const envelope = { sealed: row.seedSealed, dataKeyWrapped: row.dataKeyWrapped, kekId: row.kekId }
  const bytes = await openEnvelope(envelope, seedBinding(row))
  try {
    return deriveKeys(bytes)
  } finally {
    bytes.fill(0)
  }
}

function remember(cache: Cache, key: string, keys: SeedKeys): SeedKeys {
  const oldest = cache.open.keys().next()
  if (cache.open.size >= MAX_SEEDS && !oldest.done) forget(cache, oldest.value)
  // The replaced keys are wiped when they expire: a call may be using them.
  const timer = setTimeout(() => {
    keys.wipe()
    if (cache.open.get(key)?.keys === keys) cache.open.delete(key)
  }, TTL_MS)
  timer.unref()
  cache.open.delete(key)
  cache.open.set(key, { keys, timer, until: Date.now() + TTL_MS })
  return keys
}

function forget(cache: Cache, key: string): void {
  const cached = cache.open.get(key)
  if (!cached) return
  clearTimeout(cached.timer)
  cached.keys.wipe()
  cache.open.delete(key)
}
