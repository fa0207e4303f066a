import { and, eq } from 'drizzle-orm'
import { webhookEndpoints } from '@/db/schema'
import type { WorkerCtx } from '@/server/ctx'
import { type Rewrapped, rewrapSecrets, type StoredSecret } from '@/server/custody/rewrap-secrets'
import { endpointSecretUse } from './endpoint-secret-use'

const COLUMNS = ['secretSealed', 'secretPreviousSealed'] as const

/** Puts every webhook endpoint's secrets under the current key-encryption key, the one before the last rotation too. */
export async function rewrapEndpointSecrets({ db }: WorkerCtx): Promise<Rewrapped> {
  const { id, secretSealed, secretPreviousSealed } = webhookEndpoints
  const rows = await db.select({ id, secretSealed, secretPreviousSealed }).from(webhookEndpoints)
  return rewrapSecrets(
    rows.flatMap(({ id, ...secrets }) =>
      COLUMNS.flatMap((column): StoredSecret[] => {
        const sealed = secrets[column]
        if (!sealed) return []
        const store = (moved: Uint8Array) =>
          db
            .update(webhookEndpoints)
            .set({ [column]: moved })
            .where(and(eq(webhookEndpoints.id, id), eq(webhookEndpoints[column], sealed)))
        return [{ id: `secret of webhook endpoint ${id}`, use: endpointSecretUse(id), sealed, store }]
      }),
    ),
  )
}
