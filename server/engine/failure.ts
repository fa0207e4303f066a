import { figuresOf, type Shortfall } from '@/server/money/shortfall'

/** Why a transaction failed, and what it lacked where that is why. */
export type Failure = { error: string; shortfall?: Shortfall | null }

/** A failure in words; the figures stand behind them and, for programs, beside them. */
export function failureOf(text: string, shortfall: Shortfall | null): Failure {
  return { error: shortfall ? `${text}: ${figuresOf(shortfall)}` : text, shortfall }
}
