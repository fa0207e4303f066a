import { eq } from 'drizzle-orm'
import type { Database } from '@/db/client'
import { depositAccounts } from '@/db/schema'
import type { ReceiptRow } from './lock-payment'
import type { Pegged } from './value-of'

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
