import type { Sql } from 'postgres'
import type { Transfer } from '@/e2e/faults/transfers'
import type { Row } from './world'

/**
 * Whatever was acknowledged exists under that id, everything accepted has ended, a refusal left nothing. Returns how
 * many are lost.
 */
export function checkAccepted(
  transfers: readonly Transfer[],
  rows: ReadonlyMap<string, Row>,
  findings: string[],
): number {
  let lost = 0
  for (const transfer of transfers) {
    const { key, id, refusal, refusedWith, mayFail } = transfer
    const row = rows.get(key)
    if (refusal) findings.push(`${key} was refused: ${refusal}`)
    if (refusedWith !== null && row) findings.push(`${key} was refused with ${refusedWith}, and has a row`)
    if (id && row?.id !== id) findings.push(`${key} was acknowledged as ${id}, the row is ${row?.id ?? 'missing'}`)
    if (row?.status === 'PENDING') findings.push(`${key} (${row.id}) has not ended`)
    if ((id && row?.id !== id) || row?.status === 'PENDING') lost += 1
    if (row?.status === 'FAILED' && !mayFail?.test(row.error ?? '')) findings.push(`${key} failed: ${row.error}`)
    if (row && row.units !== transfer.units.toString()) findings.push(`${key} moves another amount`)
  }
  return lost
}

/** A key has one transaction, but for that of a batch, and the one that was acknowledged. */
export async function checkKeys(sql: Sql, transfers: readonly Transfer[], findings: string[]): Promise<void> {
  const doubled = await sql<{ key: string; count: number }[]>`
    select idempotency_key as key, count(*)::int as count from transactions where idempotency_key is not null and batch_id is null
    group by business_id, project_id, idempotency_key having count(*) > 1`
  for (const { key, count } of doubled) findings.push(`key ${key} has ${count} transactions`)
  const links = await sql<{ key: string; resource_id: string }[]>`
    select key, resource_id from idempotency_keys where key = any(${transfers.map(({ key }) => key)})`
  const linked = new Map(links.map((link) => [link.key, link.resource_id]))
  for (const { key, id, isLine } of transfers)
    if (id && !isLine && linked.get(key) !== id) findings.push(`key ${key} leads to ${linked.get(key)}, not to ${id}`)
}
