import { and, eq } from 'drizzle-orm'
import { wallets } from '@/db/schema/wallets'
import type { CreateWalletsInput, NewWalletView } from '@/schemas/wallets/contract'
import { inTenantReading, type Tenant } from '@/server/ctx'
import { refusal } from '@/server/errors'
import { tagsOf } from '@/server/text/tags-of'
import { toNewWalletView } from './view'

/**
 * The wallet that the project made under the body's reference; null if there is none yet. Throws reference_used
 * where another body made it.
 */
export async function findWalletUnderReference(
  tenant: Tenant,
  body: CreateWalletsInput,
): Promise<NewWalletView | null> {
  const { reference, referenceFingerprint } = tagsOf(body)
  const { businessId, projectId } = tenant
  if (reference === null || projectId === null) return null
  const [found] = await inTenantReading(tenant, ({ db }) =>
    db
      .select()
      .from(wallets)
      .where(
        and(eq(wallets.businessId, businessId), eq(wallets.projectId, projectId), eq(wallets.reference, reference)),
      ),
  )
  if (!found) return null
  if (found.referenceFingerprint === referenceFingerprint) return toNewWalletView(found)
  const message = `The reference was used for another request: it made ${found.id}`
  throw refusal('reference_used', { param: 'reference', message })
}
