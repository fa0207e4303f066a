import type { BusinessAccount, Currency, PlatformAccount, REFERENCE_TYPES } from '@/db/schema'
import type { JOURNAL_KINDS } from '@/schemas/ledger/words'
import { PLATFORM_BUSINESS_ID } from '@/server/platform-business'

/** The row of another table that a journal is about. */
export type Reference = { type: (typeof REFERENCE_TYPES)[number]; id: string }

/** A movement of money: its business, its reason, and its author (`key:<id>`, `user:<id>`, `system:<id>`). */
export type Journal = {
  id: string
  businessId: string
  kind: (typeof JOURNAL_KINDS)[number]
  reference: Reference | null
  /** The rate of an exchange. */
  rateId?: string
  reason: string
  createdBy: string
}

/** An account; without `businessId` it belongs to the platform. */
export type Account = { currency: Currency } & (
  | { businessId: string; kind: BusinessAccount }
  | { businessId?: undefined; kind: PlatformAccount }
)

/** The amount that a journal adds to an account, in the smallest units of the currency; negative if it takes it out. */
export type Leg = Account & { units: bigint }

/** The business an account belongs to: its own, or the platform. */
export function ownerOf(account: Account): string {
  return account.businessId ?? PLATFORM_BUSINESS_ID
}

/** A journal as the functions of db/ledger.sql read it. */
export function toRow({ id, businessId, kind, reference, rateId, reason, createdBy }: Journal) {
  return {
    id,
    businessId,
    kind,
    referenceType: reference?.type ?? null,
    referenceId: reference?.id ?? null,
    rateId: rateId ?? null,
    reason,
    createdBy,
  }
}
