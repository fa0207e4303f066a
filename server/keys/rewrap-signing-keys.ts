import { and, eq } from 'drizzle-orm'
import { signingKeys } from '@/db/schema'
import type { WorkerCtx } from '@/server/ctx'
import { type RewrapResult, rewrapSecrets } from '@/server/custody/rewrap-secrets'
import { signingKeyUse } from './signing-keys'

/** Rewraps the keys that sign access tokens with the current key-encryption key, the retired ones too. */
export async function rewrapSigningKeys({ db }: WorkerCtx): Promise<RewrapResult> {
  const rows = await db.select({ kid: signingKeys.kid, sealed: signingKeys.privateKeySealed }).from(signingKeys)
  return rewrapSecrets(
    rows.map(({ kid, sealed }) => ({
      id: `signing key ${kid}`,
      use: signingKeyUse(kid),
      sealed,
      store: (moved) =>
        db
          .update(signingKeys)
          .set({ privateKeySealed: moved })
          .where(and(eq(signingKeys.kid, kid), eq(signingKeys.privateKeySealed, sealed))),
    })),
  )
}
