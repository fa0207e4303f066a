import { sql } from 'drizzle-orm'
import { z } from 'zod'
import type { Database } from '@/db/client'
import type { LostTransaction } from '@/db/schema/recoveries'

const lost = z.object({
  recoveryId: z.uuid(),
  chainId: z.number(),
  hash: z.string(),
  fromAddress: z.string(),
  toAddress: z.string().nullable(),
  value: z.string().transform((text) => BigInt(text)),
  nonce: z.number(),
  data: z.string(),
  raw: z.string(),
  gasLimit: z.string().transform((text) => BigInt(text)),
  maxFeePerGas: z.string().transform((text) => BigInt(text)),
  maxPriorityFeePerGas: z.string().transform((text) => BigInt(text)),
  heldId: z.uuid().nullish(),
  otherIds: z.array(z.uuid()).nullish(),
})
/** A transaction that a wallet sent after a backup and that has no record since the backup was restored. */
export type LostTransactionRef = z.output<typeof lost>

/**
 * Lists the lost transactions of a chain, or the lost ones for which a transaction is held, from all recoveries. Lost
 * transactions that have a record by now are left out.
 */
export async function listLost(db: Database, which: { chainId: number } | 'held'): Promise<LostTransactionRef[]> {
  const isSelected =
    which === 'held' ? sql`e.lost ->> 'heldId' is not null` : sql`(e.lost ->> 'chainId')::int = ${which.chainId}`
  const rows = await db.execute(sql`
    select e.lost || jsonb_build_object('recoveryId', r.id) as lost
    from recoveries r cross join lateral jsonb_array_elements(r.lost) with ordinality as e(lost, position)
    where r.lost <> '[]' and e.lost ? 'raw' and ${isSelected} and not exists (select from transaction_attempts a
      where a.chain_id = (e.lost ->> 'chainId')::int and a.tx_hash = e.lost ->> 'hash')
    order by r.created_at, e.position`)
  return z
    .array(z.object({ lost }))
    .parse([...rows])
    .map((row) => row.lost)
}

/** Adds transactions to the lost ones of a recovery, each once. */
export async function recordLost(
  db: Database,
  { recoveryId, lost }: { recoveryId: string; lost: readonly LostTransaction[] },
): Promise<void> {
  if (lost.length === 0) return
  await db.execute(sql`
    update recoveries r set lost = r.lost || coalesce((
      select jsonb_agg(n.lost order by n.position) from jsonb_array_elements(${JSON.stringify(lost)}::jsonb) with ordinality as n(lost, position)
      where not exists (select from jsonb_array_elements(r.lost) as e(lost) where e.lost ->> 'hash' = n.lost ->> 'hash')), '[]')
    where r.id = ${recoveryId}::uuid`)
}

/** Keeps a transaction as the record of a lost one, once for each; false where another process was faster. */
export async function holdTransaction(
  db: Database,
  { recoveryId, hash }: LostTransactionRef,
  transactionId: string,
): Promise<boolean> {
  return change(db, { recoveryId, hash, heldId: null }, { heldId: transactionId })
}

/**
 * Ends the wait of a held transaction. `isOther`: the operator decided that it is not the lost one. Returns false if it
 * did not wait.
 */
export async function releaseHeldTransaction(
  db: Database,
  held: LostTransactionRef,
  { isOther }: { isOther: boolean },
): Promise<boolean> {
  const { heldId, otherIds } = held
  if (!heldId) return false
  return change(db, { ...held, heldId }, { heldId: null, ...(isOther && { otherIds: [...(otherIds ?? []), heldId] }) })
}

type Known = { recoveryId: string; hash: string; heldId: string | null }

/** The second of two concurrent changes waits for the row and finds it changed. */
async function change(
  db: Database,
  { recoveryId, hash, heldId }: Known,
  to: Partial<LostTransactionRef>,
): Promise<boolean> {
  const changed = await db.execute(sql`
    update recoveries r set lost = (
      select jsonb_agg(case when e.lost ->> 'hash' = ${hash} then e.lost || ${JSON.stringify(to)}::jsonb else e.lost end order by e.position)
      from jsonb_array_elements(r.lost) with ordinality as e(lost, position))
    where r.id = ${recoveryId}::uuid and exists (select from jsonb_array_elements(r.lost) as e(lost)
      where e.lost ->> 'hash' = ${hash} and e.lost ->> 'heldId' is not distinct from ${heldId}::text)
    returning r.id`)
  return changed.length > 0
}
