import { and, eq } from 'drizzle-orm'
import { projects } from '@/db/schema'
import type { WorkerCtx } from '@/server/ctx'
import { type Rewrapped, rewrapSecrets, type StoredSecret } from '@/server/custody/rewrap-secrets'
import { webhookSecretUse } from '@/server/webhooks/webhook-secret-use'

const COLUMNS = ['webhookSecretSealed', 'webhookSecretPreviousSealed'] as const

/** Puts every project's webhook secrets under the current key-encryption key, the one before the last rotation too. */
export async function rewrapWebhookSecrets({ db }: WorkerCtx): Promise<Rewrapped> {
  const rows = await db
    .select({
      id: projects.id,
      webhookSecretSealed: projects.webhookSecretSealed,
      webhookSecretPreviousSealed: projects.webhookSecretPreviousSealed,
    })
    .from(projects)
  return rewrapSecrets(
    rows.flatMap(({ id, ...secrets }) =>
      COLUMNS.flatMap((column): StoredSecret[] => {
        const sealed = secrets[column]
        if (!sealed) return []
        const store = (moved: Uint8Array) =>
          db
            .update(projects)
            .set({ [column]: moved })
            .where(and(eq(projects.id, id), eq(projects[column], sealed)))
        return [{ id: `webhook secret of project ${id}`, use: webhookSecretUse(id), sealed, store }]
      }),
    ),
  )
}
