import type { Sql } from 'postgres'
import type { CheckedChain, World } from './world'

type PlatformWallet = { address: string; float: string; given: string; swept: string; fees: string }

/**
 * At rest: the platform's coins leave a customer's wallet only as gas, or back to the platform. The wallet holds at
 * least its float in the books, and top-ups that the books miss are fees of the wallet's own mined transactions and
 * returns.
 */
export async function checkPlatformCoins(
  { sql, takenGas }: World,
  { chainId, reader }: CheckedChain,
  findings: string[],
): Promise<void> {
  const wallets = await readPlatformWallets(sql, chainId)
  const balances = await reader.nativeBalances(wallets.map(({ address }) => address))
  for (const [index, { address, float, given, swept, fees }] of wallets.entries()) {
    const held = balances[index] ?? 0n
    if (held < BigInt(float))
      findings.push(`${address} on ${chainId} holds ${held}, of which ${float} are the platform's`)
    const gone = BigInt(given) - BigInt(float) - (takenGas.get(`${chainId} ${address}`) ?? 0n)
    const gas = BigInt(fees) + BigInt(swept)
    if (gone > gas)
      findings.push(`${gone} of the platform's coins left ${address} on ${chainId}, and only ${gas} as gas or back`)
  }
}

/** Customers' wallets that were ever topped up. */
function readPlatformWallets(sql: Sql, chainId: number): Promise<PlatformWallet[]> {
  return sql<PlatformWallet[]>`
    select l.address, l.gas_float_units::text as float, g.given::text,
      coalesce(o.swept, 0)::text as swept, coalesce(o.fees, 0)::text as fees
    from lanes l join businesses b on b.id = l.business_id and b.kind <> 'platform'
    join lateral (select sum(t.amount_units) as given from transactions t where t.chain_id = l.chain_id and t.to_address = l.address
      and t.type = 'GAS_TOPUP' and t.status = 'COMPLETED') g on g.given is not null
    left join lateral (select sum(t.fee_wei) as fees,
        sum(t.amount_units) filter (where t.type = 'FLOAT_RETURN' and t.status = 'COMPLETED') as swept
      from transactions t where t.chain_id = l.chain_id and t.lane_wallet_id = l.wallet_id and t.status <> 'PENDING') o on true
    where l.chain_id = ${chainId}`
}
