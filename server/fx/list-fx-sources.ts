import { and, asc, desc, eq } from 'drizzle-orm'
import { fxRates, fxSources } from '@/db/schema'
import type { FxSourceView } from '@/schemas/fx/contract'
import type { OperatorCtx } from '@/server/ctx'
import type { Rows } from '@/server/paging'
import { findRate, isFresh } from './require-rate'
import { toFxSource } from './view'

/** Every source with the rate it has, in the order in which they count. */
export async function listFxSources({ db, now }: OperatorCtx): Promise<Rows<FxSourceView>> {
  const used = await findRate({ db, now })
  const sources = await db.select().from(fxSources).orderBy(asc(fxSources.priority), asc(fxSources.name))
  const rows = await Promise.all(
    sources.map(async (source) => {
      const [last] = await db
        .select()
        .from(fxRates)
        .where(and(eq(fxRates.source, source.name), eq(fxRates.status, 'accepted')))
        .orderBy(desc(fxRates.observedAt), desc(fxRates.id))
        .limit(1)
      return { source, last: last ?? null }
    }),
  )
  return {
    items: rows.map(({ source, last }) => {
      const { name, maxAgeSeconds } = source
      const fresh = last !== null && isFresh({ source: name, observedAt: last.observedAt, maxAgeSeconds }, now())
      return toFxSource(source, last, { isFresh: fresh, isUsed: last !== null && used?.id === last.id })
    }),
  }
}
