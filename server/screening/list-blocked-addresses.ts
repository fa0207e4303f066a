import { and, count, desc, eq, isNull, like } from 'drizzle-orm'
import { blockedAddresses } from '@/db/schema'
import type { BlockedAddressView, ListBlockedAddressesInput } from '@/schemas/screening/contract'
import type { TenantCtx } from '@/server/ctx'
import { type Listed, offsetOf } from '@/server/paging'
import { addressKey, STORED_KEY } from './address-key'
import { toBlockedAddress } from './view'

/** The blocked addresses of the business, or under the platform's those for all, newest first. */
export async function listBlockedAddresses(
  { db, businessId }: Pick<TenantCtx, 'db' | 'businessId'>,
  { address, page, limit }: ListBlockedAddressesInput,
): Promise<Listed<BlockedAddressView>> {
  const where = and(
    eq(blockedAddresses.businessId, businessId),
    isNull(blockedAddresses.removedAt),
    // Letters and digits alone: nothing in it is a wildcard.
    address === undefined ? undefined : like(STORED_KEY, `${addressKey(address)}%`),
  )
  const [counted] = await db.select({ total: count() }).from(blockedAddresses).where(where)
  const rows = await db
    .select()
    .from(blockedAddresses)
    .where(where)
    .orderBy(desc(blockedAddresses.createdAt), desc(blockedAddresses.id))
    .limit(limit)
    .offset(offsetOf(page, limit))
  return { items: rows.map(toBlockedAddress), total: counted?.total ?? 0, page, limit }
}
