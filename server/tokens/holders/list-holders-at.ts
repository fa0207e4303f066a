import { sql } from 'drizzle-orm'
import { offsetOf } from '@/server/paging'
import type { TokenRow } from '../operations/plan'
import type { ProjectCtx } from '../require-token'
import type { HolderPage } from './contract'
import { toHolderPage } from './to-holder'

type At = { block: number; page: number; pageSize: number }
type Row = {
  address: string
  balance_units: string
  investor_id: string | null
  label: string | null
  is_frozen: boolean | null
  total: number
  supply: string
}

/** Who held a token at the end of a block, the largest first. What wallets are called and whether they are frozen is as of now. */
export async function listHoldersAt(
  { db, businessId }: ProjectCtx,
  token: TokenRow,
  { block, page, pageSize }: At,
): Promise<HolderPage> {
  const rows = await db.execute<Row>(sql`
    with held as (
      select distinct on (b.address) b.address, b.balance_units from token_balances b
      where b.business_id = ${businessId}::uuid and b.token_id = ${token.id}::uuid and b.block_number <= ${block}
      order by b.address, b.block_number desc
    ), holders as (select * from held where balance_units > 0),
    summed as (select count(*)::int as total, coalesce(sum(balance_units), 0)::text as supply from holders)
    select h.address, h.balance_units::text, w.investor_id, w.label, w.is_frozen, summed.total, summed.supply
    from summed
    left join lateral (
      select * from holders order by balance_units desc, address limit ${pageSize} offset ${offsetOf(page, pageSize)}
    ) h on true
    left join token_wallets w on w.token_id = ${token.id}::uuid and w.address = h.address
    order by h.balance_units desc, h.address`)
  const supplyUnits = BigInt(rows[0]?.supply ?? '0')
  const held = rows.flatMap((row) => {
    if (row.address === null) return []
    const { address, investor_id: investorId, label, is_frozen: isFrozen, balance_units: units } = row
    return [{ address, investorId, label: label ?? '', isFrozen: isFrozen ?? false, balanceUnits: BigInt(units) }]
  })
  return toHolderPage({ rows: held, token, supplyUnits, total: rows[0]?.total ?? 0, page, pageSize, block })
}
