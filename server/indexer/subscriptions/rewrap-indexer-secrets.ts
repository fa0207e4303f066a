import { and, eq } from 'drizzle-orm'
import { indexerSubscriptions } from '@/db/schema'
import type { WorkerCtx } from '@/server/ctx'
import { type Rewrapped, rewrapSecrets, type StoredSecret } from '@/server/custody/rewrap-secrets'
import { signingUse } from './new-signing-secret'

const COLUMNS = ['secretSealed', 'secretPreviousSealed'] as const

/** Puts every event subscription's secrets under the current key-encryption key, the one before the last rotation too. */
export async function rewrapIndexerSecrets({ db }: WorkerCtx): Promise<Rewrapped> {
  const { id, secretSealed, secretPreviousSealed } = indexerSubscriptions
  const rows = await db.select({ id, secretSealed, secretPreviousSealed }).from(indexerSubscriptions)
  return rewrapSecrets(
    rows.flatMap(({ id, ...secrets }) =>
      COLUMNS.flatMap((column): StoredSecret[] => {
        const sealed = secrets[column]
        if (!sealed) return []
        const store = (moved: Uint8Array) =>
          db
            .update(indexerSubscriptions)
            .set({ [column]: moved })
            .where(and(eq(indexerSubscriptions.id, id), eq(indexerSubscriptions[column], sealed)))
        return [{ id: `secret of event subscription ${id}`, use: signingUse(id), sealed, store }]
      }),
    ),
  )
}
