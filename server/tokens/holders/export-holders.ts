import { sql } from 'drizzle-orm'
import { tokenBalances } from '@/db/schema'
import type { ExportFilter, HolderView } from '@/schemas/tokens/holders/contract'
import type { ProjectCtx } from '@/server/ctx'
import { csvRow } from '@/server/text/csv'
import { requireToken } from '@/server/tokens/require-token'
import { readHoldersAt } from './read-holders-at'
import { readIndexedBlock } from './read-indexed-block'
import { readSupply } from './read-supply'
import { toHolder } from './to-holder'

const HOLDERS_PER_PART = 5_000

/** One part of a cap table as a file, and the position of the next part; null after the last. */
type Part = { fileName: string; csv: string; next: ExportFilter['from'] | null }

/**
 * The cap table as a file, in parts of limited size: every holder, largest first, all at the block that the index had
 * reached for the first part. Throws not_found.
 */
export async function exportHolders(ctx: ProjectCtx, { tokenId, from }: ExportFilter): Promise<Part> {
  const token = await requireToken(ctx, tokenId)
  const block = from?.block ?? (await readIndexedBlock(ctx.db, token))
  const { supplyUnits } = await readSupply(ctx, { tokenId, block })
  const where = from && isBehind(from)
  const rows = await readHoldersAt(ctx, { tokenId, block, where, limit: HOLDERS_PER_PART })
  const holders = rows.map((row) => ({ ...toHolder(row, { token, supplyUnits }), country: row.country }))
  const last = rows.length < HOLDERS_PER_PART ? undefined : rows.at(-1)
  return {
    fileName: `${token.ticker}-holders.csv`,
    csv: holdersCsv(holders, from === undefined),
    next: last ? { block, balanceUnits: last.balanceUnits.toString(), address: last.address } : null,
  }
}

function isBehind({ balanceUnits, address }: NonNullable<ExportFilter['from']>) {
  const units = sql`${balanceUnits}::numeric`
  return sql`${tokenBalances.balanceUnits} <= ${units} and (${tokenBalances.balanceUnits} < ${units} or ${tokenBalances.address} > ${address})`
}

/** The column names; a file of wallets to register has the first four (`readWalletFile`). */
const HEAD = ['address', 'investorId', 'label', 'country', 'balance', 'sharePercent', 'isFrozen']

type Line = Pick<HolderView, 'address' | 'investorId' | 'label' | 'balance' | 'sharePercent' | 'isFrozen'> & {
  country: string
}

/** Holders as lines of a CSV file, after the column names if `isFirst`. */
export function holdersCsv(holders: readonly Line[], isFirst: boolean): string {
  const lines = holders.map(({ address, investorId, label, country, balance, sharePercent, isFrozen }) => [
    address,
    investorId ?? '',
    label,
    country,
    balance,
    sharePercent,
    String(isFrozen),
  ])
  return [...(isFirst ? [HEAD] : []), ...lines].map(csvRow).join('')
}
