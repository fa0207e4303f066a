import { and, asc, eq, gt, ne } from 'drizzle-orm'
import { walletSeeds } from '@/db/schema/wallets'
import type { WorkerCtx } from '@/server/ctx'
import { ApiError } from '@/server/errors'
import { configuredKeks } from './configured-keks'
import { copyRewrapped } from './copy-seeds'
import { type Envelope, rewrapEnvelope } from './envelope'
import type { RewrapResult } from './rewrap-secrets'
import { seedBinding } from './seed-binding'

type SeedRow = typeof walletSeeds.$inferSelect

const BATCH = 200

/**
 * Rewraps every data key with the current key-encryption key; seeds stay sealed as they are. Can be stopped, repeated
 * and run twice in parallel. The former key may leave CUSTODY_KEK once this and `rewrapSecrets` refuse nothing.
 */
export async function rewrapSeeds(ctx: Pick<WorkerCtx, 'db'>): Promise<RewrapResult> {
  const { current } = configuredKeks('seeds')
  const outcome: RewrapResult = { rewrapped: 0, refused: [] }
  let after = '00000000-0000-0000-0000-000000000000'
  for (;;) {
    const rows = await ctx.db
      .select()
      .from(walletSeeds)
      .where(and(ne(walletSeeds.kekId, current.id), gt(walletSeeds.id, after)))
      .orderBy(asc(walletSeeds.id))
      .limit(BATCH)
    for (const row of rows) {
      after = row.id
      const envelope = await rewrapped(row)
      if (!envelope) outcome.refused.push(row.id)
      else if (await store(ctx, row, envelope)) outcome.rewrapped += 1
    }
    if (rows.length < BATCH) return outcome
  }
}

async function rewrapped(row: SeedRow): Promise<Envelope | null> {
  const stored = { sealed: row.seedSealed, dataKeyWrapped: row.dataKeyWrapped, kekId: row.kekId }
  try {
    return await rewrapEnvelope(stored, seedBinding(row))
  } catch (error) {
    if (error instanceof ApiError) throw error // the key service is away: the next run continues here
    return null
  }
}

/** False when another run was faster. */
async function store(ctx: Pick<WorkerCtx, 'db'>, row: SeedRow, { dataKeyWrapped, kekId }: Envelope): Promise<boolean> {
  await copyRewrapped(ctx, { id: row.id, dataKeyWrapped, kekId })
  const changed = await ctx.db
    .update(walletSeeds)
    .set({ dataKeyWrapped, kekId })
    .where(and(eq(walletSeeds.id, row.id), eq(walletSeeds.kekId, row.kekId)))
    .returning({ id: walletSeeds.id })
  return changed.length > 0
}
