import { and, count, eq, inArray, isNull, sql } from 'drizzle-orm'
import { blockedAddresses } from '@/db/schema'
import type { BlockAddressesInput, BlockedAddressesView } from '@/schemas/screening/contract'
import { MAX_BLOCKED_ADDRESSES } from '@/schemas/screening/words'
import { actorName } from '@/server/actor-name'
import { type AuditCtx, appendAudit } from '@/server/audit/append-audit'
import { validationError } from '@/server/errors'
import { addressKey, STORED_KEY } from './address-key'
import { toBlockedAddress } from './view'

/** The maximum number of addresses in an audit row; the entries themselves have all. */
const MAX_NAMED = 20

/**
 * Blocks addresses for the business, or for all under the business of the platform: nothing that is not signed yet is
 * sent to them. One that is blocked already stays as it is. Audited. Throws invalid above 10,000 of a business.
 */
export async function blockAddresses(
  ctx: AuditCtx,
  { addresses, reason }: BlockAddressesInput,
): Promise<BlockedAddressesView> {
  const { db, businessId } = ctx
  const byKey = new Map(addresses.map((address) => [addressKey(address), address]))
  // One after the other: each counts those before it.
  await db.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`blocked addresses ${businessId}`}, 0))`)
  const [createdBy, createdAt] = [actorName(ctx.actor), ctx.now()]
  const added = await db
    .insert(blockedAddresses)
    .values([...byKey.values()].map((address) => ({ businessId, address, reason, createdBy, createdAt })))
    .onConflictDoNothing()
    .returning({ id: blockedAddresses.id, address: blockedAddresses.address })
  const isOwn = and(eq(blockedAddresses.businessId, businessId), isNull(blockedAddresses.removedAt))
  const isManual = and(isOwn, eq(blockedAddresses.source, 'MANUAL'))
  const [existing] = await db.select({ addresses: count() }).from(blockedAddresses).where(isManual)
  if ((existing?.addresses ?? 0) > MAX_BLOCKED_ADDRESSES)
    throw validationError([`addresses: the list holds ${MAX_BLOCKED_ADDRESSES} addresses at most`])
  const rows = await db
    .select()
    .from(blockedAddresses)
    .where(and(isManual, inArray(STORED_KEY, [...byKey.keys()])))
  const rowOf = new Map(rows.map((row) => [addressKey(row.address), row]))
  if (added.length > 0) {
    const named = added.slice(0, MAX_NAMED).map(({ address }) => address)
    const detail = { reason, count: added.length, addresses: named }
    await appendAudit(ctx, { action: 'addresses.blocked', target: businessId, detail })
  }
  return {
    added: added.length,
    addresses: [...byKey.keys()].flatMap((key) => {
      const row = rowOf.get(key)
      return row ? [toBlockedAddress(row)] : []
    }),
  }
}
