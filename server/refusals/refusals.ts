import { CALL_REFUSALS } from './call-refusals'
import { HTTP_STATUS } from './error-kinds'
import { EVENT_REFUSALS } from './event-refusals'
import { PAYMENT_REFUSALS } from './payment-refusals'
import { TOKEN_REFUSALS } from './token-refusals'
import { TRANSACTION_REFUSALS } from './transaction-refusals'

/**
 * Every cause for which `/v1` refuses, one name each: programs read it as `code`. Names are never changed or reused.
 */
export const REFUSALS = {
  ...CALL_REFUSALS,
  ...TRANSACTION_REFUSALS,
  ...EVENT_REFUSALS,
  ...PAYMENT_REFUSALS,
  ...TOKEN_REFUSALS,
} as const

export type RefusalCode = keyof typeof REFUSALS

export const REFUSAL_CODES = Object.keys(REFUSALS).filter(isRefusalCode)

/** Whether a text is one of these names. */
export function isRefusalCode(text: string): text is RefusalCode {
  return Object.hasOwn(REFUSALS, text)
}

/** The table with statuses, for the reference. */
export function listCauses(): { code: RefusalCode; status: number; means: string }[] {
  return REFUSAL_CODES.map((code) => ({ code, status: statusOf(code), means: REFUSALS[code].means }))
}

/** The HTTP status of a cause. */
export function statusOf(code: RefusalCode): number {
  const { kind } = REFUSALS[code]
  return kind === 'internal' ? 500 : HTTP_STATUS[kind]
}
