import { and, eq, gt, or } from 'drizzle-orm'
import { blockedAddresses } from '@/db/schema'
import { STOPPED_BEFORE, type StopKind } from '@/server/recovery/stop'
import { blockAddresses } from '@/server/screening/block-addresses'

/** Addresses that a person blocked, for the platform or for a business. */
export const blockedAddressStops: StopKind = {
  /** Entries of a list return with its next reading. */
  async list({ db }, { since }) {
    const { id, businessId, address, reason, source, createdAt, removedAt } = blockedAddresses
    const rows = await db
      .select({ id, businessId, address, reason, createdAt, removedAt })
      .from(blockedAddresses)
      .where(and(eq(source, 'MANUAL'), or(gt(createdAt, since), gt(removedAt, since))))
    return rows.map((row) => ({
      ...{ id: row.id, subject: `${row.businessId} ${row.address}`, reason: row.reason },
      ...{ isStop: row.removedAt === null, at: (row.removedAt ?? row.createdAt).getTime() },
    }))
  },
  async apply(ctx, { subject, reason = STOPPED_BEFORE }) {
    const [businessId = '', address = ''] = subject.split(' ')
    await blockAddresses({ ...ctx, businessId, projectId: null }, { addresses: [address], reason })
  },
}
