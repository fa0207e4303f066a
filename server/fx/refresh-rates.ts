import { and, eq, isNull, or, sql } from 'drizzle-orm'
import { fxSources } from '@/db/schema'
import { inWorker, type WorkerCtx } from '@/server/ctx'
import type { RateSource } from './rate-source'
import { RateSourceError } from './rate-source'
import { openErApi } from './read-open-er-api'
import { storeRate } from './store-rate'

const SOURCES: readonly RateSource[] = [openErApi]
const CREATED_BY = 'system:rates'
/** The interval between requests; shorter after a failure, until the third in a row. */
const EVERY_SECONDS = 600
const RETRY_SECONDS = 60
const MAX_QUICK_RETRIES = 2

/**
 * Reads the active sources that are due and stores their rates. The failure of one does not stop the others. Returns
 * the number of sources read.
 */
export async function refreshRates(ctx: WorkerCtx, sources: readonly RateSource[] = SOURCES): Promise<number> {
  const outcomes = await Promise.all(sources.map((source) => refresh(ctx, source)))
  return outcomes.filter(Boolean).length
}

async function refresh({ db, now }: WorkerCtx, source: RateSource): Promise<boolean> {
  if (!(await claim({ db, now }, source))) return false
  try {
    const quoted = await source.read(now())
    const rate = { ...quoted, source: source.name, createdBy: CREATED_BY, isConfirmed: false }
    await inWorker(({ db: tx }) => storeRate(tx, rate))
    await db.update(fxSources).set({ failures: 0, problem: null }).where(eq(fxSources.name, source.name))
  } catch (error) {
    if (!(error instanceof RateSourceError)) throw error
    const failures = sql`${fxSources.failures} + 1`
    await db.update(fxSources).set({ failures, problem: error.message }).where(eq(fxSources.name, source.name))
  }
  return true
}

/** True for one caller of all processes, once it is time. */
async function claim({ db, now }: WorkerCtx, { name }: RateSource): Promise<boolean> {
  const pause = sql`make_interval(secs => case when ${fxSources.failures} between 1 and ${MAX_QUICK_RETRIES}
    then ${RETRY_SECONDS}::int else ${EVERY_SECONDS}::int end)`
  const at = now()
  const isDue = sql`${fxSources.askedAt} <= ${at.toISOString()}::timestamptz - ${pause}`
  const claimed = await db
    .update(fxSources)
    .set({ askedAt: at })
    .where(and(eq(fxSources.name, name), eq(fxSources.isActive, true), or(isNull(fxSources.askedAt), isDue)))
    .returning({ name: fxSources.name })
  return claimed.length > 0
}
