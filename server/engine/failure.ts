import { figuresOf, type Shortfall } from '@/server/money/shortfall'

/** The reason why a transaction failed, and the shortfall if that is the reason. */
export type Failure = { error: string; shortfall?: Shortfall | null }

/** A failure with its text. The text ends with the figures of the shortfall, which is also given in structured form. */
export function failureOf(text: string, shortfall: Shortfall | null): Failure {
  return { error: shortfall ? `${text}: ${figuresOf(shortfall)}` : text, shortfall }
}

/**
 * The error of a transaction whose idempotency key the chain knows from another call, which the restored database does
 * not have.
 */
export const KEY_WAS_USED =
  'Its Idempotency-Key was used for another transaction before; nothing was moved for this one'
