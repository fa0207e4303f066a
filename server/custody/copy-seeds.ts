import { eq } from 'drizzle-orm'
import { oncePerProcess } from '@/db/once-per-process'
import { businesses, walletSeeds } from '@/db/schema'
import type { WorkerCtx } from '@/server/ctx'
import { env } from '@/server/env'
import { refusal } from '@/server/errors'
import { findSeedsWithoutCopy, type SeedCopy, writeSeedCopy } from './seed-copies'

type Ctx = Pick<WorkerCtx, 'db'>

/** Seeds this process knows to have a copy, by id. */
const copied = () => oncePerProcess('custody.copied-seeds', () => new Set<string>())

/**
 * Makes sure that a seed has a copy in SEED_COPY_DIR, if that is set, before any of its addresses is shown. Throws
 * unavailable if no copy can be written.
 */
export async function copySeed(ctx: Ctx, seedId: string): Promise<void> {
  const folder = env().SEED_COPY_DIR
  if (folder === undefined || copied().has(seedId)) return
  const [copy] = await readSeeds(ctx, seedId)
  if (!copy) throw new Error('no such seed')
  try {
    await writeSeedCopy(folder, copy)
  } catch (cause) {
    throw refusal('key_service_unavailable', { cause })
  }
  copied().add(seedId)
}

/**
 * Copies a seed as it is under another key-encryption key, before the database stores it: the former key may be removed
 * afterwards.
 */
export async function copyRewrapped(
  ctx: Ctx,
  { id, dataKeyWrapped, kekId }: Pick<SeedCopy, 'id' | 'dataKeyWrapped' | 'kekId'>,
): Promise<void> {
  const folder = env().SEED_COPY_DIR
  if (folder === undefined) return
  for (const copy of await readSeeds(ctx, id)) await writeSeedCopy(folder, { ...copy, dataKeyWrapped, kekId })
}

/**
 * Copies every seed that has no copy under its current key. Returns those that could not be copied, with the system's
 * error.
 */
export async function copySeeds(ctx: Ctx): Promise<{ copied: number; lacking: number; reason: string }> {
  const folder = env().SEED_COPY_DIR
  if (folder === undefined) return { copied: 0, lacking: 0, reason: '' }
  const { id, businessId, kekId } = walletSeeds
  const seeds = await ctx.db.select({ id, businessId, kekId }).from(walletSeeds)
  try {
    const missing = await findSeedsWithoutCopy(folder, seeds)
    for (const seed of missing) for (const copy of await readSeeds(ctx, seed.id)) await writeSeedCopy(folder, copy)
    return { copied: missing.length, lacking: 0, reason: '' }
  } catch (error) {
    const withoutCopy = await findSeedsWithoutCopy(folder, seeds).catch(() => seeds)
    const reason = error instanceof Error && 'code' in error ? String(error.code) : 'unknown'
    return { copied: 0, lacking: withoutCopy.length, reason }
  }
}

async function readSeeds({ db }: Ctx, seedId: string): Promise<SeedCopy[]> {
  const { id, businessId, version, seedSealed, dataKeyWrapped, kekId } = walletSeeds
  return db
    .select({ id, businessId, version, seedSealed, dataKeyWrapped, kekId, businessName: businesses.name })
    .from(walletSeeds)
    .innerJoin(businesses, eq(businesses.id, walletSeeds.businessId))
    .where(eq(walletSeeds.id, seedId))
}
