import { sql } from 'drizzle-orm'
import { z } from 'zod'
import type { Database } from '@/db/client'
import { worstFeeOf } from './worst-fee'

const costRow = z.object({ id: z.string(), units: z.string().transform((text) => BigInt(text)) })

/** There, and back by a sweep. */
const WAYS = 2

/**
 * What the top-ups cost that were sent for these transactions, in native units, by transaction: their fee once a block holds them, before that
 * the most they may cost, and as much again for the way back of what they brought. Only those pay it that ended without being sent: the
 * others used up what was brought.
 */
export async function topUpCosts(db: Database, transactionIds: readonly string[]): Promise<Map<string, bigint>> {
  if (transactionIds.length === 0) return new Map()
  const rows = await db.execute(sql`
    select t.served_transaction_id as id, (sum(coalesce(t.fee_wei, w.fee, 0)) * ${WAYS})::text as units
    from transactions t left join lateral (
      select max(${worstFeeOf('a')}) as fee from transaction_attempts a where a.transaction_id = t.id
    ) w on true
    where t.type = 'GAS_TOPUP'
      and t.served_transaction_id in (select value::uuid from jsonb_array_elements_text(${JSON.stringify(transactionIds)}::jsonb))
    group by 1`)
  return new Map(
    z
      .array(costRow)
      .parse([...rows])
      .map(({ id, units }) => [id, units]),
  )
}
