import { and, eq } from 'drizzle-orm'
import { webhookEndpoints } from '@/db/schema'
import type { WorkerCtx } from '@/server/ctx'
import { type RewrapResult, rewrapColumns } from '@/server/custody/rewrap-secrets'
import { endpointSecretUse } from './new-endpoint-secret'

/**
 * Wraps the secrets of every webhook endpoint with the current key-encryption key, including the previous secret of a
 * rotation.
 */
export async function rewrapEndpointSecrets({ db }: WorkerCtx): Promise<RewrapResult> {
  const { id, secretSealed, secretPreviousSealed } = webhookEndpoints
  return rewrapColumns(await db.select({ id, secretSealed, secretPreviousSealed }).from(webhookEndpoints), {
    columns: ['secretSealed', 'secretPreviousSealed'],
    nameOf: (id) => `secret of webhook endpoint ${id}`,
    secretUseOf: endpointSecretUse,
    store: ({ id, column, sealed, moved }) =>
      db
        .update(webhookEndpoints)
        .set({ [column]: moved })
        .where(and(eq(webhookEndpoints.id, id), eq(webhookEndpoints[column], sealed))),
  })
}
