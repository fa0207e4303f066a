import { and, desc, eq, notInArray } from 'drizzle-orm'
import { fxRates, fxSources } from '@/db/schema'
import type { Cause, Watcher } from '@/server/alarms/watcher'
import type { WorkerCtx } from '@/server/ctx'
import { findRate } from './require-rate'

const NO_RATE = 'No source has a fresh rate between naira and dollar: no payment can be priced'

/** Whether there is a rate to price with, and whether a source says something that was not believed. */
export const rateWatcher: Watcher = {
  name: 'rates',
  kinds: ['no_rate', 'rate_refused'],
  async findCauses(ctx) {
    const isMissing = (await findRate(ctx)) === null && !(await isUnasked(ctx))
    const missing: Cause[] = isMissing ? [{ kind: 'no_rate', chainId: null, subject: 'NGN/USD', message: NO_RATE }] : []
    return [...missing, ...(await findRefused(ctx))]
  },
}

/** A new installation: there was never a rate, and the first request is due. */
async function isUnasked({ db }: WorkerCtx): Promise<boolean> {
  const [rated] = await db.select({ id: fxRates.id }).from(fxRates).limit(1)
  if (rated) return false
  const isNext = and(
    eq(fxSources.isActive, true),
    eq(fxSources.failures, 0),
    notInArray(fxSources.name, ['manual', 'fixed']),
  )
  return (await db.select({ name: fxSources.name }).from(fxSources).where(isNext).limit(1)).length > 0
}

async function findRefused({ db }: WorkerCtx): Promise<Cause[]> {
  const active = await db.select({ name: fxSources.name }).from(fxSources).where(eq(fxSources.isActive, true))
  const newest = await Promise.all(
    active.map(({ name }) =>
      db.select().from(fxRates).where(eq(fxRates.source, name)).orderBy(desc(fxRates.id)).limit(1),
    ),
  )
  return newest.flat().flatMap(({ source, status, why }): Cause[] => {
    if (status === 'accepted') return []
    return [
      { kind: 'rate_refused', chainId: null, subject: source, message: `A rate of ${source} was refused: ${why}` },
    ]
  })
}
