export const JOURNAL_KINDS = [
  'credit',
  'hold',
  'raise',
  'settle',
  'release',
  'receive',
  'apply',
  'refund',
  'sweep',
  'fee',
  'reverse',
] as const
export type JournalKind = (typeof JOURNAL_KINDS)[number]

/** Kinds that move accounts of the platform only: the balance of the business stays as it is. */
export const PLATFORM_JOURNALS = ['receive', 'sweep', 'fee'] as const satisfies readonly JournalKind[]

/** The number of days that the gas ledger covers; null for no limit. */
export const GAS_PERIODS = [1, 7, 30] as const

/** Naira, dollars, or a token by the id of its chain and its address. */
export const CURRENCY = /^(USD|NGN|[1-9]\d{0,9}:[0-9A-Za-z]{1,64})$/
/** A kind of platform account, with its subject after a dot. */
export const PLATFORM_KIND = /^(psp|chain|fx|revenue|fees|suspense|refunds|rounding)(\.[0-9a-z_]{1,64})?$/
