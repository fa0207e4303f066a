import type { BusinessAccount, Currency, PlatformAccount, REFERENCE_TYPES } from '@/db/schema'
import type { JOURNAL_KINDS } from '@/schemas/ledger/words'
import { PLATFORM_BUSINESS_ID } from '@/server/platform-business'

/** The row of another noun that a journal is about. */
export type Reference = { type: (typeof REFERENCE_TYPES)[number]; id: string }

/** Who a journal is about, why money moves, and who moves it (`key:<id>`, `user:<id>`, `system:<id>`). */
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

/** Without a business it is the platform's own. */
export type Account = { currency: Currency } & (
  | { businessId: string; kind: BusinessAccount }
  | { businessId?: undefined; kind: PlatformAccount }
)

/** What a journal puts into an account; with a minus, what it takes out of it. In smallest units of the currency. */
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
