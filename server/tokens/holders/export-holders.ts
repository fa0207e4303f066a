import { and, asc, desc, eq, gt } from 'drizzle-orm'
import { tokenWallets } from '@/db/schema'
import { csvRow } from '@/server/text/csv'
import { type ProjectCtx, requireToken } from '../require-token'
import { toHolder } from './to-holder'

const HEAD = ['address', 'investorId', 'label', 'country', 'balance', 'sharePercent', 'isFrozen']

/** The cap table as a file: every holder, the largest first. Throws not_found. */
export async function exportHolders(ctx: ProjectCtx, tokenId: string): Promise<{ fileName: string; csv: string }> {
  const token = await requireToken(ctx, tokenId)
  const rows = await ctx.db
    .select()
    .from(tokenWallets)
    .where(
      and(
        eq(tokenWallets.businessId, ctx.businessId),
        eq(tokenWallets.tokenId, tokenId),
        gt(tokenWallets.balanceUnits, 0n),
      ),
    )
    .orderBy(desc(tokenWallets.balanceUnits), asc(tokenWallets.address))
  const lines = rows.map((row) => {
    const holder = toHolder(row, { token, supplyUnits: token.totalSupplyUnits })
    const { address, investorId, label, balance, sharePercent, isFrozen } = holder
    return [address, investorId ?? '', label, row.country, balance, sharePercent, String(isFrozen)]
  })
  return { fileName: `${token.ticker}-holders.csv`, csv: [HEAD, ...lines].map(csvRow).join('') }
}
