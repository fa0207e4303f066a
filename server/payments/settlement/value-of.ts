import { eq } from 'drizzle-orm'
import type { Database } from '@/db/client'
import { depositAccounts } from '@/db/schema'
import { koboOfUsdDown, type NgnPerUsdE8, rescaleDown, usdOfKoboDown } from '@/server/money/fx'
import type { ReceiptRow } from './lock-payment'

/** The peg of a currency; null for naira, whose units are kobo. */
export type Pegged = { peg: 'USD' | 'NGN'; decimals: number } | null

const KOBO_DECIMALS = 2
const MICRO_DECIMALS = 6

/** The value of units in kobo at a rate, rounded down. */
export function koboOf(units: bigint, pegged: Pegged, rate: NgnPerUsdE8): bigint {
  if (pegged === null) return units
  if (pegged.peg === 'NGN') return rescaleDown(units, { from: pegged.decimals, to: KOBO_DECIMALS })
  return koboOfUsdDown(microsOf(units, pegged, rate), rate)
}

/** The value of units in micro-dollars at a rate, rounded down. */
export function microsOf(units: bigint, pegged: Pegged, rate: NgnPerUsdE8): bigint {
  if (pegged?.peg === 'USD') return rescaleDown(units, { from: pegged.decimals, to: MICRO_DECIMALS })
  return usdOfKoboDown(koboOf(units, pegged, rate), rate)
}

type AccountRow = Pick<typeof depositAccounts.$inferSelect, 'peg' | 'decimals'>

/** The peg of an account's currency; null for naira. */
export function pegOf({ peg, decimals }: AccountRow): Pegged {
  return peg === null || decimals === null ? null : { peg, decimals }
}

/** The peg of a receipt's currency, from the account that received it. */
export async function peggedOfReceipt(db: Database, { accountId, currency }: ReceiptRow): Promise<Pegged> {
  if (currency === 'NGN' || accountId === null) return null
  const [account] = await db
    .select({ peg: depositAccounts.peg, decimals: depositAccounts.decimals })
    .from(depositAccounts)
    .where(eq(depositAccounts.id, accountId))
  return account ? pegOf(account) : null
}
