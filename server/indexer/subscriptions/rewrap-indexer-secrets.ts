import { and, eq } from 'drizzle-orm'
import { indexerSubscriptions } from '@/db/schema'
import type { WorkerCtx } from '@/server/ctx'
import { type RewrapResult, rewrapColumns } from '@/server/custody/rewrap-secrets'
import { signingUse } from './new-signing-secret'

/**
 * Encrypts the secrets of event subscriptions with the current key-encryption key, with those from before a rotation.
 */
export async function rewrapIndexerSecrets({ db }: WorkerCtx): Promise<RewrapResult> {
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
