import type { Transfer } from '@/e2e/faults/transfers'
import type { CheckedCluster, Row, World } from './world'

/**
 * Checks a Solana cluster: each recipient was paid once for a completed transfer and never otherwise, wallets hold what
 * is left to the lamport (the platform pays fees), and every signature that landed was recorded. Returns how many were
 * paid twice.
 */
export async function checkSolana(
  { sql, solanaWallets, fundedLamports }: World,
  cluster: CheckedCluster,
  { transfers, rows }: { transfers: readonly Transfer[]; rows: ReadonlyMap<string, Row> },
  findings: string[],
): Promise<number> {
  const { chainId, reader } = cluster
  const paid = await reader.lamportsOf(transfers.map(({ to }) => to))
  let doubled = 0
  for (const [index, { key, units }] of transfers.entries()) {
    const status = rows.get(key)?.status ?? 'without a row'
    const times = (paid[index] ?? 0n) / units
    if (times > 1n) doubled += 1
    if (times !== (status === 'COMPLETED' ? 1n : 0n)) findings.push(`${key} (${status}) was paid ${times} times`)
  }
  const stored = await sql<{ tx_hash: string }[]>`select tx_hash from transaction_attempts where chain_id = ${chainId}`
  const known = new Set(stored.map((row) => row.tx_hash))
  const held = await reader.lamportsOf(solanaWallets)
  for (const [index, wallet] of solanaWallets.entries()) {
    for (const signature of await reader.signaturesOf(wallet))
      if (!known.has(signature)) findings.push(`the cluster knows ${signature}, transaction_attempts does not`)
    const [row] = await sql<{ units: string }[]>`
      select coalesce(sum(amount_units), 0)::text as units from transactions
      where chain_id = ${chainId} and from_address = ${wallet} and token_address is null and status = 'COMPLETED'`
    const expected = fundedLamports - BigInt(row?.units ?? 0)
    if (held[index] !== expected) findings.push(`${wallet} holds ${held[index]} lamports, the rows say ${expected}`)
  }
  return doubled
}
