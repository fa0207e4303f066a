import { and, asc, eq, gt, ne } from 'drizzle-orm'
import { walletSeeds } from '@/db/schema/wallets'
import type { WorkerCtx } from '../ctx'
import { configuredKeks } from './configured-keks'
import { rewrapEnvelope } from './envelope'
import { seedBinding } from './seed-binding'

const BATCH = 200

/**
 * Puts every data key under the current key-encryption key; seeds stay sealed as they are. Can be stopped, repeated and run
 * twice at once. When it answers, the former key may leave CUSTODY_KEK.
 */
export async function rewrapSeeds(ctx: WorkerCtx): Promise<{ rewrapped: number }> {
  const { current } = configuredKeks()
  let rewrapped = 0
  let after = '00000000-0000-0000-0000-000000000000'
  for (;;) {
    const rows = await ctx.db
      .select()
      .from(walletSeeds)
      .where(and(ne(walletSeeds.kekId, current.id), gt(walletSeeds.id, after)))
      .orderBy(asc(walletSeeds.id))
      .limit(BATCH)
    for (const row of rows) {
      const stored = { sealed: row.seedSealed, dataKeyWrapped: row.dataKeyWrapped, kekId: row.kekId }
      const { dataKeyWrapped, kekId } = await rewrapEnvelope(stored, seedBinding(row))
      const changed = await ctx.db
        .update(walletSeeds)
        .set({ dataKeyWrapped, kekId })
        .where(and(eq(walletSeeds.id, row.id), eq(walletSeeds.kekId, row.kekId)))
        .returning({ id: walletSeeds.id })
      rewrapped += changed.length
      after = row.id
    }
    if (rows.length < BATCH) return { rewrapped }
  }
}
