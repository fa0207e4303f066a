import type { Sql } from 'postgres'
import type { CheckedChain } from './world'

/**
 * Nothing that says FAILED was carried out, top-ups and refills of the platform too. Calls that a relayer carried are
 * left out: there the outer transaction succeeds although the call in it failed.
 */
export async function checkFailed(sql: Sql, { chainId, reader }: CheckedChain, findings: string[]): Promise<void> {
  const rows = await sql<{ id: string; type: string; hash: string }[]>`
    select t.id, t.type, a.tx_hash as hash from transactions t join transaction_attempts a on a.transaction_id = t.id
    where t.chain_id = ${chainId} and t.status = 'FAILED' and t.sender_address = t.from_address and a.reason <> 'cancel'`
  const succeeded = await reader.readSucceeded(rows.map(({ hash }) => hash))
  for (const { id, type, hash } of rows)
    if (succeeded.has(hash)) findings.push(`${type} ${id} is FAILED, but ${hash} was carried out`)
}
