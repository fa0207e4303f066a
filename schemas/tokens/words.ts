export const ASSET_CLASSES = [
  'MONEY_MARKET',
  'TREASURY_BILL',
  'BOND',
  'EQUITY',
  'REAL_ESTATE',
  'COMMODITY',
  'FUND',
  'INVOICE',
  'CARBON',
  'OTHER',
] as const
export type AssetClass = (typeof ASSET_CLASSES)[number]

export const TOKEN_TYPES = ['ASSET', 'YIELD_BEARING'] as const
export type TokenType = (typeof TOKEN_TYPES)[number]

export const DAY_COUNTS = ['ACT_365', 'ACT_360', 'ACT_ACT', '30_360', '30E_360'] as const
export type DayCount = (typeof DAY_COUNTS)[number]

/** Months. */
export const COUPON_INTERVALS = [1, 2, 3, 4, 6, 12] as const

export const TOKEN_STATUSES = ['PENDING', 'ACTIVE', 'FAILED', 'PAUSED', 'MATURED', 'REDEEMING', 'REDEEMED'] as const
export type TokenStatus = (typeof TOKEN_STATUSES)[number]

export const COUPON_STATUSES = ['SCHEDULED', 'RECORDED', 'FUNDED', 'PAYING', 'PAID', 'DEFAULTED', 'CANCELED'] as const
export type CouponStatus = (typeof COUPON_STATUSES)[number]

export const OPERATION_KINDS = [
  'DEPLOY',
  'MINT',
  'BURN',
  'TRANSFER',
  'PAUSE',
  'UNPAUSE',
  'REGISTER',
  'REMOVE',
  'FREEZE',
  'PAY_COUPON',
  'CALL',
] as const
export type OperationKind = (typeof OPERATION_KINDS)[number]

export const OPERATION_STATUSES = ['PENDING', 'COMPLETED', 'FAILED'] as const
export type OperationStatus = (typeof OPERATION_STATUSES)[number]

/** The index of the redemption. Coupons count from 1. */
export const REDEMPTION_INDEX = 0

/** The purpose of a transaction of a coupon or a redemption, in the order of a payout. */
export const PAYOUT_STEPS = ['RECORD', 'APPROVE', 'FUND', 'PAY', 'RETURN'] as const
export type PayoutStep = (typeof PAYOUT_STEPS)[number]

/** The maximum of lines in one request. */
export const MAX_LINES = 1_000
/**
 * The number of lines in one transaction: with lock-ups and coupons a mint takes 195,000 gas, and one transaction at
 * most 2^24 (EIP-7825).
 */
export const LINES_PER_CALL = 75
/** The number of holders that one transaction of a payout pays. */
export const HOLDERS_PER_CALL = 100
