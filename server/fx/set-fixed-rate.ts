import { eq, ne } from 'drizzle-orm'
import type { Database } from '@/db/client'
import { newId } from '@/db/new-id'
import { fxRates, fxSources } from '@/db/schema'
import type { NgnPerUsdE8 } from '@/server/money/fx'

type Fixed = { ngnPerUsdE8: NgnPerUsdE8; createdBy: string }

/** From now on this rate prices everything and does not age: for stacks without a source. Returns the id of its row. */
export async function setFixedRate(db: Database, { ngnPerUsdE8, createdBy }: Fixed): Promise<string> {
  await db.update(fxSources).set({ isActive: false }).where(ne(fxSources.name, 'fixed'))
  await db.update(fxSources).set({ isActive: true, manualRateE8: ngnPerUsdE8 }).where(eq(fxSources.name, 'fixed'))
  const rate = {
    id: newId(),
    source: 'fixed',
    ngnPerUsdE8,
    observedAt: new Date(),
    status: 'accepted',
    createdBy,
  } as const
  await db.insert(fxRates).values(rate)
  return rate.id
}
