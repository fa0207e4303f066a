import type { BlockedAddressRow, screeningLists } from '@/db/schema'
import { typeOf } from '@/schemas/addresses/contract'
import type { BlockedAddressView, ScreeningListView } from '@/schemas/screening/contract'

export function toBlockedAddress(row: BlockedAddressRow): BlockedAddressView {
  return {
    id: row.id,
    address: row.address,
    chainType: typeOf(row.address),
    reason: row.reason,
    source: row.source,
    createdBy: row.createdBy,
    createdAt: row.createdAt.toISOString(),
  }
}

export function toScreeningList(source: string, row: typeof screeningLists.$inferSelect | null): ScreeningListView {
  const isOfSource = row?.source === source
  return {
    source,
    count: row?.count ?? 0,
    unreadable: row?.unreadable ?? 0,
    readAt: row?.readAt?.toISOString() ?? null,
    error: row?.error ?? null,
    refusedHash: isOfSource && row.acceptedHash === null ? row.refusedHash : null,
  }
}
