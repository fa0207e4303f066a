import { sql } from 'drizzle-orm'
import type { Database } from '@/db/client'
import type { TransactionRow } from '@/db/schema'
import type { Chain } from '@/server/chains/registry'
import { PLATFORM_BUSINESS_ID } from '@/server/platform-business'

type Ended = { chain: Chain; ended: readonly TransactionRow[] }

/** Adds the coins of ended top-ups to the platform's floats in the wallets that received them. */
export async function growFloats(db: Database, { chain, ended }: Ended): Promise<void> {
  const filled = new Map<string, bigint>()
  for (const { status, toAddress, amountUnits } of ended)
    filled.set(toAddress, (filled.get(toAddress) ?? 0n) + (status === 'COMPLETED' ? amountUnits : 0n))
  const rows = [...filled].map(([address, units]) => ({ address, units: units.toString() }))
  // Ends the pause of wallets whose top-up was mined. A counted top-up that never arrived is not part of the float.
  await db.execute(sql`
    update lanes l set not_before = null, blocked_reason = null, updated_at = now(),
      gas_float_units = case when l.business_id = ${PLATFORM_BUSINESS_ID} then 0 else greatest(l.gas_float_units + f.units, 0) end
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as f(address text, units numeric)
    where l.chain_id = ${chain.chainId} and l.address = f.address`)
}

/**
 * Subtracts returned coins from the floats in customers' wallets. The cost of the returns was taken off with the fees.
 */
export async function takeFromFloats(db: Database, { chain, ended }: Ended): Promise<void> {
  const sent = new Map<string, bigint>()
  for (const { status, walletId, tokenAddress, amountUnits } of ended)
    if (status === 'COMPLETED' && tokenAddress === null) sent.set(walletId, (sent.get(walletId) ?? 0n) + amountUnits)
  if (sent.size === 0) return
  const rows = [...sent].map(([wallet_id, units]) => ({ wallet_id, units: units.toString() }))
  await db.execute(sql`
    update lanes l set gas_float_units = l.gas_float_units - g.units, updated_at = now()
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as g(wallet_id uuid, units numeric)
    where l.chain_id = ${chain.chainId} and l.wallet_id = g.wallet_id and l.business_id <> ${PLATFORM_BUSINESS_ID}`)
}
