import { and, eq } from 'drizzle-orm'
import { indexerSubscriptions } from '@/db/schema'
import type { WorkerCtx } from '@/server/ctx'
import { type Rewrapped, rewrapColumns } from '@/server/custody/rewrap-secrets'
import { signingUse } from './new-signing-secret'

/**
 * Puts every event subscription's secrets under the current key-encryption key, the one before the last rotation too.
 */
export async function rewrapIndexerSecrets({ db }: WorkerCtx): Promise<Rewrapped> {
  const { id, secretSealed, secretPreviousSealed } = indexerSubscriptions
  return rewrapColumns(await db.select({ id, secretSealed, secretPreviousSealed }).from(indexerSubscriptions), {
    columns: ['secretSealed', 'secretPreviousSealed'],
    nameOf: (id) => `secret of event subscription ${id}`,
    secretUseOf: signingUse,
    store: ({ id, column, sealed, moved }) =>
      db
        .update(indexerSubscriptions)
        .set({ [column]: moved })
        .where(and(eq(indexerSubscriptions.id, id), eq(indexerSubscriptions[column], sealed))),
  })
}
