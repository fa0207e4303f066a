import { desc, eq } from 'drizzle-orm'
import type { Database } from '@/db/client'
import { fxRates } from '@/db/schema'
import { koboOfUsdUp } from '@/server/money/fx'

/**
 * Kobo for micro-dollars at the rate accepted last, however old: a limit needs no fresh one. Null if there never was
 * one.
 */
export async function koboAtLastRate({ db }: { db: Database }, micros: bigint): Promise<bigint | null> {
  const [last] = await db
    .select({ ngnPerUsdE8: fxRates.ngnPerUsdE8 })
    .from(fxRates)
    .where(eq(fxRates.status, 'accepted'))
    .orderBy(desc(fxRates.id))
    .limit(1)
  return last ? koboOfUsdUp(micros, last.ngnPerUsdE8) : null
}
