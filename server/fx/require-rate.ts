import { and, asc, desc, eq, sql } from 'drizzle-orm'
import type { Database } from '@/db/client'
import { fxRates, fxSources } from '@/db/schema'
import type { Rate } from '@/schemas/fx/contract'
import { refusal } from '@/server/errors'

const RETRY_AFTER_SECONDS = 60

type Asking = { db: Database; now: () => Date }

/** The rate everything is priced at now. Throws unavailable (503) if no active source has a fresh one. */
export async function requireRate(ctx: Asking): Promise<Rate> {
  const rate = await findRate(ctx)
  if (!rate) throw refusal('rate_unavailable', { retryAfter: RETRY_AFTER_SECONDS })
  return rate
}

/**
 * Returns the rate of the first active source, by priority, whose last accepted rate is recent; null if there is none.
 */
export async function findRate({ db, now }: Asking): Promise<Rate | null> {
  const newest = db
    .select({ id: fxRates.id, ngnPerUsdE8: fxRates.ngnPerUsdE8, observedAt: fxRates.observedAt })
    .from(fxRates)
    .where(and(eq(fxRates.source, fxSources.name), eq(fxRates.status, 'accepted')))
    .orderBy(desc(fxRates.observedAt), desc(fxRates.id))
    .limit(1)
    .as('newest')
  const rows = await db
    .select({
      id: newest.id,
      ngnPerUsdE8: newest.ngnPerUsdE8,
      observedAt: newest.observedAt,
      source: fxSources.name,
      maxAgeSeconds: fxSources.maxAgeSeconds,
    })
    .from(fxSources)
    .innerJoinLateral(newest, sql`true`)
    .where(eq(fxSources.isActive, true))
    .orderBy(asc(fxSources.priority), asc(fxSources.name))
  const fresh = rows.find((row) => isFresh(row, now()))
  return fresh
    ? { id: fresh.id, ngnPerUsdE8: fresh.ngnPerUsdE8, source: fresh.source, observedAt: fresh.observedAt }
    : null
}

type Aged = { source: string; observedAt: Date; maxAgeSeconds: number }

/** Whether a rate may still price something; a fixed one does not age. */
export function isFresh({ source, observedAt, maxAgeSeconds }: Aged, now: Date): boolean {
  return source === 'fixed' || now.getTime() - observedAt.getTime() <= maxAgeSeconds * 1_000
}
