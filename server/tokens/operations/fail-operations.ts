import { and, eq } from 'drizzle-orm'
import type { Database } from '@/db/client'
import { tokenOperations, tokenSteps, tokens } from '@/db/schema'
import { publishOperationEvents } from './publish-operation-events'

/**
 * Ends operations as FAILED, once. Steps that were not sent are never sent, and a token whose deployment failed fails
 * too. Returns the number of webhook messages written to the outbox.
 */
export async function failOperations(
  db: Database,
  failures: ReadonlyMap<string, { error: string; code: string }>,
  now: Date,
): Promise<number> {
  let messages = 0
  for (const [id, failure] of failures) {
    const [row] = await db
      .update(tokenOperations)
      .set({ ...failure, status: 'FAILED', nextAttemptAt: null, endedAt: now, updatedAt: now })
      .where(and(eq(tokenOperations.id, id), eq(tokenOperations.status, 'PENDING')))
      .returning()
    if (!row) continue
    await db
      .update(tokenSteps)
      .set({ status: 'FAILED' })
      .where(and(eq(tokenSteps.operationId, id), eq(tokenSteps.status, 'WAITING')))
    if (row.kind === 'DEPLOY')
      await db
        .update(tokens)
        .set({ status: 'FAILED' })
        .where(and(eq(tokens.id, row.tokenId), eq(tokens.status, 'PENDING')))
    messages += await publishOperationEvents(db, [row], now)
  }
  return messages
}
