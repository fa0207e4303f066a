import { and, eq } from 'drizzle-orm'
import { totpSecrets } from '@/db/schema'
import type { WorkerCtx } from '@/server/ctx'
import { type RewrapResult, rewrapColumns } from '@/server/custody/rewrap-secrets'
import { totpUse } from './totp-use'

/** Rewraps the secret of every authenticator app with the current key-encryption key. */
export async function rewrapTotpSecrets({ db }: WorkerCtx): Promise<RewrapResult> {
  const { id, secretSealed } = totpSecrets
  return rewrapColumns(await db.select({ id, secretSealed }).from(totpSecrets), {
    columns: ['secretSealed'],
    nameOf: (id) => `secret of authenticator app ${id}`,
    secretUseOf: totpUse,
    store: ({ id, column, sealed, moved }) =>
      db
        .update(totpSecrets)
        .set({ [column]: moved })
        .where(and(eq(totpSecrets.id, id), eq(totpSecrets[column], sealed))),
  })
}
