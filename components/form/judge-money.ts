import { judgeAmount } from './judge-amount'

/** Decimals of what the ledger counts in: micro-dollars and kobo. */
const DECIMALS = { USD: 6, NGN: 2 } as const

export type Currency = keyof typeof DECIMALS

/** What is wrong with a sum of money as it was typed, or true. Nothing is a sum too. */
export function judgeMoney(text: string, currency: Currency, optional = false): string | true {
  return judgeAmount(text, { decimals: DECIMALS[currency], optional, mayBeZero: true })
}
