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

/** A process that ended while it read left its progress behind. */
const MAX_READING_MS = 5 * 60_000

type ListRow = typeof screeningLists.$inferSelect

export function toScreeningList(source: string, row: ListRow | null, now: Date): ScreeningListView {
  const isOfSource = row?.source === source
  return {
    source,
    count: row?.count ?? 0,
    unreadable: row?.unreadable ?? 0,
    format: row?.format ?? null,
    sizeBytes: row?.size ?? 0,
    readAt: row?.readAt?.toISOString() ?? null,
    checkedAt: row?.checkedAt.toISOString() ?? null,
    reading: row ? toReading(row, now) : null,
    error: row?.error ?? null,
    refusedHash: isOfSource && row.acceptedHash === null ? row.refusedHash : null,
  }
}

function toReading({ readingSince, readingBytes, readingTotal }: ListRow, now: Date): ScreeningListView['reading'] {
  if (readingSince === null || now.getTime() - readingSince.getTime() > MAX_READING_MS) return null
  return { since: readingSince.toISOString(), bytes: readingBytes, totalBytes: readingTotal }
}
