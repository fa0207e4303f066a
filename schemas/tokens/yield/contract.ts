import { z } from 'zod'
import { isoDate } from '@/schemas/text/contract'
import { COUPON_INTERVALS, DAY_COUNTS } from '@/schemas/tokens/words'
import { exactDecimal } from '@/server/money/exact-decimal'
import { field } from '@/server/text/field'

const MAX_PERCENT = 1_000_000_000n // 1,000 % with six decimals
const MAX_FACE_VALUE = 1_000_000_000_000_000n // a billion with six decimals
const MAX_GRACE_DAYS = 366

const percent = exactDecimal({ decimals: 6, mayBeZero: true, max: MAX_PERCENT, tooMuch: 'must be at most 1,000' })
const faceValue = exactDecimal({ decimals: 6, max: MAX_FACE_VALUE, tooMuch: 'must be at most 1,000,000,000' })

const isDay = (text: string) => isoDate.safeParse(text).success

export const yieldParamsInput = z
  .strictObject({
    annualRate: percent.meta({
      type: 'number',
      description: 'The interest in percent per year, with at most six decimals.',
      examples: [12.5],
    }),
    maturityDate: field(isoDate, 'The date on which the principal is due: `YYYY-MM-DD`.', '2028-11-24'),
    firstCouponDate: field(
      isoDate,
      'The first pay date: after the day of issue, on or before maturity. The others follow every `couponInterval` months on its day of the month.',
      '2027-02-24',
    ),
    couponInterval: field(z.literal(COUPON_INTERVALS), 'The number of months from one coupon to the next.', 3),
    dayCount: field(z.enum(DAY_COUNTS), 'The day count convention of a period.', 'ACT_365'),
    faceValuePerToken: faceValue.meta({
      type: 'number',
      description: 'The principal of one token, in whole payment tokens, with at most six decimals.',
      examples: [100],
    }),
    gracePeriod: field(
      z.int().min(0).max(MAX_GRACE_DAYS).default(0),
      'The number of days after a pay date until an unfunded coupon is in default.',
      5,
    ),
    callable: field(z.boolean().default(false), 'Whether it may be redeemed before maturity.', false),
    callDate: field(
      isoDate.nullish().transform((date) => date ?? null),
      'The first day on which it may be called. Required with `callable: true`, and refused otherwise.',
      null,
    ),
    paymentToken: field(
      z.string().trim().min(1).max(100).optional(),
      "The token in which coupons and principal are paid; by default the chain's USDC.",
      '0x036CbD53842c5426634e7929541eC2318f3dCF7e',
    ),
  })
  .superRefine((given, issues) => {
    const { firstCouponDate, maturityDate, callable, callDate } = given
    const say = (path: string, message: string) => issues.addIssue({ code: 'custom', path: [path], message })
    // An invalid day is reported already; it is before and after nothing.
    const areDays = isDay(firstCouponDate) && isDay(maturityDate)
    if (areDays && firstCouponDate > maturityDate) say('firstCouponDate', 'must not be after the maturity date')
    if (callable && callDate === null) say('callDate', 'is required when callable is true')
    if (!callable && callDate !== null) say('callDate', 'is taken only when callable is true')
    if (callDate !== null && isDay(callDate) && isDay(maturityDate) && callDate >= maturityDate)
      say('callDate', 'must be before the maturity date')
  })

/** The holders that a record shows. */
export const yieldParamsView = z
  .object({
    annualRate: field(z.number(), 'The interest in percent per year.', 12.5),
    maturityDate: field(z.string(), 'The date on which the principal is due.', '2028-11-24'),
    firstCouponDate: field(z.string(), 'The first pay date.', '2027-02-24'),
    couponInterval: field(z.int(), 'Months.', 3),
    dayCount: field(z.enum(DAY_COUNTS), 'The day count convention.', 'ACT_365'),
    faceValuePerToken: field(z.number(), 'The principal of one token, in whole payment tokens.', 100),
    gracePeriod: field(z.int(), 'Days.', 5),
    callable: field(z.boolean(), 'Whether it may be called.', false),
    callDate: field(z.string().nullable(), 'The first day on which it may be called.', null),
    paymentToken: field(z.string(), 'The token of payments.', '0x036CbD53842c5426634e7929541eC2318f3dCF7e'),
  })
  .meta({ id: 'YieldParams' })
