import type { BlockedAddressRow } from '@/db/schema'
import { typeOf } from '@/schemas/addresses/contract'
import type { BlockedAddressView } from '@/schemas/screening/contract'

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
