import type { FxSourceName } from '@/schemas/fx/words'
import type { NgnPerUsdE8 } from '@/server/money/fx'

/** What a source says: the rate, and since when by the source itself. */
export type Quoted = { ngnPerUsdE8: NgnPerUsdE8; observedAt: Date }

/** A place that is asked for the rate. `read` takes no more than five seconds and throws RateSourceError. */
export type RateSource = { name: FxSourceName; read: (now: Date) => Promise<Quoted> }
