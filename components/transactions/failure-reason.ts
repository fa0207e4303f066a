import type { Shortfall } from '@/server/money/shortfall'

/**
 * The reason why a transaction failed, without the figures of its shortfall: the page shows them formatted, next to the
 * reason.
 */
export function failureReason(error: string, shortfall: Shortfall | null): string {
  if (!shortfall) return error
  const at = error.indexOf(`: ${shortfall.needed} ${shortfall.unit} needed, `)
  return at < 0 ? error : error.slice(0, at)
}
