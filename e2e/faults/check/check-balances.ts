import type { CheckedChain, World } from './world'

/** Each wallet holds, to the unit, what it was given and received less what its COMPLETED rows moved away. */
export async function checkBalances(
  { sql, wallets, fundedUnits }: World,
  { chainId, cngn, reader }: CheckedChain,
  findings: string[],
): Promise<void> {
  const rows = await sql<{ wallet: string; units: string }[]>`
    select wallet, sum(units)::text as units from (
      select lower(from_address) as wallet, -amount_units as units from transactions
        where chain_id = ${chainId} and status = 'COMPLETED' and token_address = ${cngn}
      union all
      select lower(to_address), amount_units from transactions
        where chain_id = ${chainId} and status = 'COMPLETED' and token_address = ${cngn}) as moves group by 1`
  const changed = new Map(rows.map((row) => [row.wallet, BigInt(row.units)]))
  for (const wallet of wallets) {
    const expected = fundedUnits + (changed.get(wallet.toLowerCase()) ?? 0n)
    const held = await reader.tokenBalance(wallet)
    if (held !== expected) findings.push(`${wallet} holds ${held} units, the rows say ${expected}`)
  }
}
