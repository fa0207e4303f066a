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

/** How far back the gas ledger counts, in days; null is without end. */
export const GAS_PERIODS = [1, 7, 30] as const
