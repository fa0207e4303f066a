import { and, desc, eq } from 'drizzle-orm'
import type { Database } from '@/db/client'
import { newId } from '@/db/new-id'
import { fxRates, fxSources } from '@/db/schema'
import type { FxSourceName } from '@/schemas/fx/words'
import { judgeRate } from './judge-rate'
import type { QuotedRate } from './rate-source'

type Given = QuotedRate & {
  source: FxSourceName
  createdBy: string /** Whether it counts however far off it is. */
  isConfirmed: boolean
}

/**
 * The outcome: `why` the rate was refused, or null. `id` is null if nothing was written, because the source had
 * given the same rate before.
 */
type Stored = { id: string | null; why: string | null }

/**
 * Stores a rate from a source as accepted or, if it is too far from the last accepted one (of any source), as refused.
 * A repeated value with the same verdict is not stored again.
 */
export async function storeRate(db: Database, given: Given): Promise<Stored> {
  const { source, ngnPerUsdE8, observedAt, createdBy, isConfirmed } = given
  // The lock of all rates: two that are stored at once are judged one behind the other.
  const sources = await db.select().from(fxSources).orderBy(fxSources.name).for('update')
  const own = sources.find(({ name }) => name === source)
  if (!own) throw new Error(`there is no source ${source}`)
  const accepted = eq(fxRates.status, 'accepted')
  const [last] = await db.select().from(fxRates).where(accepted).orderBy(desc(fxRates.id)).limit(1)
  const { maxDeviationBps } = own
  const why = isConfirmed ? null : judgeRate({ rate: ngnPerUsdE8, last: last?.ngnPerUsdE8 ?? null, maxDeviationBps })
  const status = why === null ? 'accepted' : 'refused'
  const [same] = await db
    .select({ id: fxRates.id, status: fxRates.status })
    .from(fxRates)
    .where(and(eq(fxRates.source, source), eq(fxRates.observedAt, observedAt), eq(fxRates.ngnPerUsdE8, ngnPerUsdE8)))
    .orderBy(desc(fxRates.id))
    .limit(1)
  if (same?.status === status) return { id: null, why }
  const id = newId()
  await db.insert(fxRates).values({ id, source, ngnPerUsdE8, observedAt, status, why, createdBy })
  return { id, why }
}
