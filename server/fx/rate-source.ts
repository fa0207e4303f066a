import type { FxSourceName } from '@/schemas/fx/words'
import type { NgnPerUsdE8 } from '@/server/money/fx'

/** The answer of a source: the rate, and the time since which it holds according to the source. */
export type QuotedRate = { ngnPerUsdE8: NgnPerUsdE8; observedAt: Date }

/** A source of the rate. `read` takes at most five seconds and throws RateSourceError. */
export type RateSource = { name: FxSourceName; read: (now: Date) => Promise<QuotedRate> }

/** A source returned no rate; the message has the reason, for operators. */
export class RateSourceError extends Error {
  override readonly name = 'RateSourceError'
}
