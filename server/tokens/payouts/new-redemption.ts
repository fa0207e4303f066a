import { newId } from '@/db/new-id'
import { REDEMPTION_INDEX } from '@/schemas/tokens/words'
import type { PayoutRow, TokenRow } from '@/server/tokens/operations/plan'

type Figures = {
  token: TokenRow
  /** The day of the redemption. */
  day: string
  /** The fraction of a year whose interest is paid with the principal. */
  fraction: { numerator: bigint; denominator: bigint }
  rate: { numerator: bigint; denominator: bigint }
  now: Date
}

/** The payout of a redemption, as it is stored before the chain has recorded it. */
export function newRedemption({ token, day, fraction, rate, now }: Figures): PayoutRow {
  return {
    id: newId(),
    businessId: token.businessId,
    tokenId: token.id,
    index: REDEMPTION_INDEX,
    status: 'SCHEDULED',
    periodStart: token.issueDate ?? day,
    periodEnd: day,
    recordDate: day,
    payDate: day,
    graceEnd: day,
    dayNumerator: fraction.numerator,
    dayDenominator: fraction.denominator,
    ratePercent: token.yieldParams?.annualRate ?? '0',
    rateNumerator: rate.numerator,
    rateDenominator: rate.denominator,
    basisUnits: null,
    fundedUnits: 0n,
    paidUnits: 0n,
    paidBasisUnits: 0n,
    paymentPriceE8: null,
    defaultedAt: null,
    createdAt: now,
    updatedAt: now,
  }
}
