import { and, eq } from 'drizzle-orm'
import { projects } from '@/db/schema'
import type { WorkerCtx } from '@/server/ctx'
import { type RewrapResult, rewrapColumns } from '@/server/custody/rewrap-secrets'
import { webhookSecretUse } from '@/server/webhooks/find-keys'

/** Rewraps every project's webhook secrets with the current key-encryption key, the previous ones too. */
export async function rewrapWebhookSecrets({ db }: WorkerCtx): Promise<RewrapResult> {
  const { id, webhookSecretSealed, webhookSecretPreviousSealed } = projects
  return rewrapColumns(await db.select({ id, webhookSecretSealed, webhookSecretPreviousSealed }).from(projects), {
    columns: ['webhookSecretSealed', 'webhookSecretPreviousSealed'],
    nameOf: (id) => `webhook secret of project ${id}`,
    secretUseOf: webhookSecretUse,
    store: ({ id, column, sealed, moved }) =>
      db
        .update(projects)
        .set({ [column]: moved })
        .where(and(eq(projects.id, id), eq(projects[column], sealed))),
  })
}
