import { and, eq, isNull } from 'drizzle-orm'
import { z } from 'zod'
import { blockedAddresses } from '@/db/schema'
import { actorName } from '@/server/actor-name'
import { type AuditCtx, appendAudit } from '@/server/audit/append-audit'
import { env } from '@/server/env'
import { ApiError, refusal } from '@/server/errors'

const uuid = z.uuid()

/**
 * Takes an address off the list of the business, or of the platform under its business. The entry is kept, with who
 * removed it. Audited. Throws not_found, conflict for an address of a list that is read.
 */
export async function unblockAddress(ctx: AuditCtx, id: string): Promise<void> {
  const { db, businessId } = ctx
  // An id that is not a UUID matches no entry either: the same 404.
  if (!uuid.safeParse(id).success) throw refusal('blocked_address_not_found', { param: 'id' })
  const isThis = and(
    eq(blockedAddresses.businessId, businessId),
    eq(blockedAddresses.id, id),
    isNull(blockedAddresses.removedAt),
  )
  const [removed] = await db
    .update(blockedAddresses)
    .set({ removedBy: actorName(ctx.actor), removedAt: ctx.now() })
    // Without a configured list, nothing else would remove the addresses of the last one.
    .where(and(isThis, env().SCREENING_LIST === 'none' ? undefined : eq(blockedAddresses.source, 'MANUAL')))
    .returning({ address: blockedAddresses.address, reason: blockedAddresses.reason })
  if (!removed) {
    const [listed] = await db.select({ id: blockedAddresses.id }).from(blockedAddresses).where(isThis)
    if (!listed) throw refusal('blocked_address_not_found', { param: 'id' })
    throw new ApiError('conflict', 'The address is on the list that is read: it can be removed there only')
  }
  await appendAudit(ctx, { action: 'address.unblocked', target: id, detail: removed })
}
