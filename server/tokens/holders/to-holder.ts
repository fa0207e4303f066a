import type { tokenWallets } from '@/db/schema'
import type { HolderPage, HolderView } from '@/schemas/tokens/holders/contract'
import { formatAmount } from '@/server/money/amount'
import type { TokenRow } from '@/server/tokens/operations/plan'

type Row = Pick<typeof tokenWallets.$inferSelect, 'address' | 'investorId' | 'label' | 'balanceUnits' | 'isFrozen'>
type Of = { token: Pick<TokenRow, 'decimals'>; supplyUnits: bigint }

const SHARE_DECIMALS = 4
const WHOLE = 100n * 10n ** BigInt(SHARE_DECIMALS)

/** A holder as `/v1` and the portal show it. */
export function toHolder(row: Row, { token, supplyUnits }: Of): HolderView {
  return {
    address: row.address,
    investorId: row.investorId,
    label: row.label,
    balance: formatAmount(row.balanceUnits, token.decimals),
    sharePercent: shareDown(row.balanceUnits, supplyUnits),
    isFrozen: row.isFrozen,
  }
}

/** The percentage of the supply, rounded down and written with four decimals. */
function shareDown(units: bigint, supplyUnits: bigint): string {
  const scaled = supplyUnits === 0n ? 0n : (units * WHOLE) / supplyUnits
  const digits = scaled.toString().padStart(SHARE_DECIMALS + 1, '0')
  return `${digits.slice(0, -SHARE_DECIMALS)}.${digits.slice(-SHARE_DECIMALS)}`
}

type PageOf = Pick<HolderPage, 'total' | 'page' | 'pageSize' | 'block'> & Of & { rows: readonly Row[] }

/** A page of holders, with the supply at that block. */
export function toHolderPage({ rows, token, supplyUnits, total, page, pageSize, block }: PageOf): HolderPage {
  const items = rows.map((row) => toHolder(row, { token, supplyUnits }))
  return { items, total, page, pageSize, block, totalSupply: formatAmount(supplyUnits, token.decimals) }
}
