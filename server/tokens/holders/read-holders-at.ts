import { and, asc, desc, eq, type SQL, sql } from 'drizzle-orm'
import { tokenBalances, tokenWallets } from '@/db/schema'
import type { ProjectCtx } from '@/server/ctx'
import { balancesAt } from '@/server/tokens/balances-at'

type HoldersInput = {
  tokenId: string
  block: number
  /** A condition that narrows the holders. */
  where?: SQL
  limit: number
  offset?: number
  /** Counts the offset from the smallest holder. The order of the result stays the same. */
  fromEnd?: boolean
}

/** The holders of a token at the end of a block, largest first. Labels and freezes of wallets are the current ones. */
export async function readHoldersAt(
  { db, businessId }: ProjectCtx,
  { tokenId, block, where, limit, offset = 0, fromEnd = false }: HoldersInput,
) {
  const { address, balanceUnits } = tokenBalances
  // Deep pages skip index entries, not rows.
  const onPage = db
    .select({ address, balanceUnits })
    .from(tokenBalances)
    .where(and(eq(tokenBalances.businessId, businessId), balancesAt(tokenId, sql`${block}::numeric`), where))
    .orderBy(...(fromEnd ? [asc(balanceUnits), desc(address)] : [desc(balanceUnits), asc(address)]))
    .limit(limit)
    .offset(offset)
    .as('on_page')
  const ofWallet = and(
    eq(tokenWallets.businessId, businessId),
    eq(tokenWallets.tokenId, tokenId),
    eq(tokenWallets.address, onPage.address),
  )
  const { investorId, label, country, isFrozen } = tokenWallets
  const rows = await db
    .select({ address: onPage.address, balanceUnits: onPage.balanceUnits, investorId, label, country, isFrozen })
    .from(onPage)
    .leftJoin(tokenWallets, ofWallet)
    .orderBy(desc(onPage.balanceUnits), asc(onPage.address))
  return rows.map((row) => ({
    ...row,
    label: row.label ?? '',
    country: row.country ?? '',
    isFrozen: row.isFrozen ?? false,
  }))
}
