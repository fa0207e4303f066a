import { and, eq } from 'drizzle-orm'
import { fxRates, ledgerJournals, priceSources } from '@/db/schema'
import type { WorkerCtx } from '@/server/ctx'
import { setFixedRate } from '@/server/fx/set-fixed-rate'
import { postCredit } from '@/server/ledger/credit-business'

/** Dollars times 10^8, of the kind seen in 2026: a local stack has no mainnet to ask. */
const LOCAL_PRICES_E8 = {
  ETH: 2_500_00000000n,
  BNB: 600_00000000n,
  POL: 45_000_000n,
  SOL: 150_00000000n,
  ATC: 5_000_000n,
  USDC: 100_000_000n,
  cNGN: 65_000n,
}
/** 1,550 naira a dollar: a local stack has no source for rates. */
const LOCAL_RATE = { ngnPerUsdE8: 1_550_00000000n, createdBy: 'system:seed' }
const CREDIT = { micros: 250_000_000n, reason: 'Credit of the demo', createdBy: 'system:seed' }

/**
 * Fixed prices and a fixed rate in place of those that are asked for (what an operator changed since stays), and 250
 * USD for the demo's business, once.
 */
export async function seedMoney({ db }: WorkerCtx, businessId: string): Promise<void> {
  for (const [symbol, fixedE8] of Object.entries(LOCAL_PRICES_E8)) {
    const fixed = { source: 'fixed', fixedE8 } as const
    await db
      .insert(priceSources)
      .values({ symbol, ...fixed })
      .onConflictDoUpdate({ target: priceSources.symbol, set: fixed, setWhere: eq(priceSources.source, 'feed') })
  }
  const [rated] = await db.select({ id: fxRates.id }).from(fxRates).limit(1)
  if (!rated) await setFixedRate(db, LOCAL_RATE)
  const [credited] = await db
    .select({ id: ledgerJournals.id })
    .from(ledgerJournals)
    .where(and(eq(ledgerJournals.businessId, businessId), eq(ledgerJournals.createdBy, CREDIT.createdBy)))
    .limit(1)
  if (!credited) await postCredit(db, { businessId, ...CREDIT })
}
