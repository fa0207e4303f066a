import { and, eq } from 'drizzle-orm'
import { type Database, runText } from '@/db/client'
import { tokens } from '@/db/schema'
import { isExpectedError } from '@/server/alarms/process-rows'
import { quarantinedIds, recordRowFault } from '@/server/alarms/row-faults'
import type { Chain } from '@/server/chains/registry'
import { rebuildToken } from './rebuild-token'

type Projecting = { tokenId: string; now: Date }

/**
 * Applies events of one token without affecting other tokens. An unexpected error rolls back only this token, raises an
 * alarm, and marks the token to be rebuilt from its stored events. Returns the result of `work`, or 0 after an error.
 * Throws transient errors.
 */
export async function isolateProjection(
  db: Database,
  { tokenId, now }: Projecting,
  work: () => Promise<number>,
): Promise<number> {
  const [token] = await db.select({ needsRebuild: tokens.needsRebuild }).from(tokens).where(eq(tokens.id, tokenId))
  // Nothing may be applied on top of missing events.
  if (token?.needsRebuild) return 0
  return inSavepoint(db, { tokenId, now }, work)
}

/**
 * Rebuilds tokens whose events could not be applied, each after a pause. Returns the number of webhook messages written
 * to the outbox.
 */
export async function rebuildProjections(db: Database, { chainId }: Chain, now: Date): Promise<number> {
  let messages = 0
  const rows = await db
    .select({ id: tokens.id })
    .from(tokens)
    .where(and(eq(tokens.chainId, chainId), eq(tokens.needsRebuild, true)))
    .orderBy(tokens.id)
  const quarantined = new Set(quarantinedIds('token', now))
  for (const { id: tokenId } of rows) {
    if (quarantined.has(tokenId)) continue
    messages += await inSavepoint(db, { tokenId, now }, async () => {
      const published = await rebuildToken(db, tokenId, now)
      await db.update(tokens).set({ needsRebuild: false }).where(eq(tokens.id, tokenId))
      return published
    })
  }
  return messages
}

async function inSavepoint(db: Database, { tokenId, now }: Projecting, work: () => Promise<number>): Promise<number> {
  await runText(db, 'savepoint fold', [])
  try {
    const done = await work()
    await runText(db, 'release savepoint fold', [])
    return done
  } catch (error) {
    if (isExpectedError(error)) throw error
    await runText(db, 'rollback to savepoint fold', [])
    await db.update(tokens).set({ needsRebuild: true }).where(eq(tokens.id, tokenId))
    recordRowFault({ noun: 'token', id: tokenId }, error, now)
    return 0
  }
}
