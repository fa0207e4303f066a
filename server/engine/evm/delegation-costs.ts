import { type SQL, sql } from 'drizzle-orm'
import { z } from 'zod'
import type { Database } from '@/db/client'
import { worstFeeOf } from './worst-fee'

const costRow = z.object({ id: z.string(), units: z.string().transform((text) => BigInt(text)) })

/**
 * The cost of the delegations that transactions needed, in native units, by the transaction that is charged: the fee
 * once a block holds them, before that the maximum. Only the dearest of repeated delegations counts. It does not depend
 * on who pays in the end: the hold on debited chains, the sponsor on the others.
 */
export async function delegationCosts(db: Database, transactionIds: readonly string[]): Promise<Map<string, bigint>> {
  if (transactionIds.length === 0) return new Map()
  const rows = await db.execute(sql`
    select d.served_transaction_id as id, max(coalesce(d.fee_wei, w.fee, 0))::text as units
    from transactions d left join lateral (
      select max(${worstFeeOf('a')}) as fee from transaction_attempts a
      where a.transaction_id = d.id and d.status = 'PENDING'
    ) w on true
    where d.type = 'DELEGATE'
      and d.served_transaction_id in (select value::uuid from jsonb_array_elements_text(${JSON.stringify(transactionIds)}::jsonb))
    group by 1`)
  return new Map(
    z
      .array(costRow)
      .parse([...rows])
      .map(({ id, units }) => [id, units]),
  )
}

/**
 * A delegation that is sent and not final, for which the transaction `o` is charged. Its cost may still change: after a
 * reorg the chain may mine it at another fee.
 */
export function openDelegationOf(transactionId: SQL): SQL {
  return sql`(o.type = 'DELEGATE' and o.served_transaction_id = ${transactionId} and o.status = 'PENDING' and o.stage <> 'queued')`
}
