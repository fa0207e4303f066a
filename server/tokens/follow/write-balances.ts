import { desc, eq, sql } from 'drizzle-orm'
import type { Database } from '@/db/client'
import { tokenSupplies } from '@/db/schema'
import type { TokenRow } from '@/server/tokens/operations/plan'
import type { BalanceAt } from './project-holders'

/**
 * Writes the balances of wallets at the ends of blocks, in block order and after all earlier calls. Ends the previous
 * balance of each wallet at its block, and stores the new supply. May be repeated for each wallet and block.
 */
export async function writeBalances(db: Database, token: TokenRow, balances: readonly BalanceAt[]): Promise<void> {
  if (balances.length === 0) return
  const { id, businessId } = token
  const rows = JSON.stringify(balances.map(toRow))
  const recordset = sql`jsonb_to_recordset(${rows}::jsonb) as r(address text, block numeric, units numeric)`
  await db.execute(sql`
    update token_balances b set until_block = f.block
    from (select r.address, min(r.block) as block from ${recordset} group by r.address) f
    where b.token_id = ${id}::uuid and b.address = f.address and b.block_number = (
      select p.block_number from token_balances p where p.token_id = ${id}::uuid and p.address = f.address and p.block_number < f.block
      order by p.block_number desc limit 1)`)
  await db.execute(sql`
    insert into token_balances (token_id, business_id, address, block_number, until_block, balance_units)
    select ${id}::uuid, ${businessId}::uuid, r.address, r.block, lead(r.block) over (partition by r.address order by r.block), r.units
    from ${recordset}
    on conflict (token_id, address, block_number) do update set until_block = excluded.until_block, balance_units = excluded.balance_units`)
  await writeSupplies(db, token, balances)
}

function toRow({ address, blockNumber, balanceUnits }: BalanceAt) {
  return { address, block: blockNumber.toString(), units: balanceUnits.toString() }
}

async function writeSupplies(
  db: Database,
  { id, businessId }: TokenRow,
  balances: readonly BalanceAt[],
): Promise<void> {
  let { supplyUnits, walletCount } = await readSupply(db, id)
  const byBlock = new Map<bigint, { supply: string; wallets: number }>()
  for (const { blockNumber, balanceUnits, beforeUnits } of balances) {
    supplyUnits += balanceUnits - beforeUnits
    walletCount += Number(balanceUnits > 0n) - Number(beforeUnits > 0n)
    byBlock.set(blockNumber, { supply: supplyUnits.toString(), wallets: walletCount })
  }
  const rows = [...byBlock].map(([block, held]) => ({ block: block.toString(), ...held }))
  await db.execute(sql`
    insert into token_supplies (token_id, business_id, block_number, supply_units, wallet_count)
    select ${id}::uuid, ${businessId}::uuid, r.block, r.supply, r.wallets
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r(block numeric, supply numeric, wallets int)
    on conflict (token_id, block_number) do update set supply_units = excluded.supply_units, wallet_count = excluded.wallet_count`)
}

/** The total balance of all wallets at the last block in which any balance changed. */
async function readSupply(db: Database, tokenId: string): Promise<{ supplyUnits: bigint; walletCount: number }> {
  const { supplyUnits, walletCount } = tokenSupplies
  const [last] = await db
    .select({ supplyUnits, walletCount })
    .from(tokenSupplies)
    .where(eq(tokenSupplies.tokenId, tokenId))
    .orderBy(desc(tokenSupplies.blockNumber))
    .limit(1)
  return last ?? { supplyUnits: 0n, walletCount: 0 }
}
