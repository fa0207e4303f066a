import { sql } from 'drizzle-orm'
import type { StuckHead } from '@/schemas/lanes/contract'
import type { OperatorCtx } from '@/server/ctx'
import type { Rows } from '@/server/paging'
import { stuckHead } from './view'

const MAX_HEADS = 50

/** The lowest unmined nonces that no block took within the chain's `bump_after_blocks`, longest first. */
export async function listStuckHeads({ db }: OperatorCtx): Promise<Rows<StuckHead>> {
  const rows = await db.execute(sql`
    with sent as (
      select t.*, row_number() over lane as position, count(*) over (partition by t.chain_id, t.lane_wallet_id) - 1 as behind
      from transactions t where t.status = 'PENDING' and t.stage in ('signed', 'broadcast') and t.nonce is not null
      window lane as (partition by t.chain_id, t.lane_wallet_id order by t.nonce)
    )
    select s.id as "transactionId", s.chain_id as "chainId", c.name as "chainName", coalesce(s.sender_address, s.from_address) as address,
      b.name as "businessName", s.nonce::float8 as nonce, s.behind::int as behind, s.cancel_requested_at is not null as "isCancelRequested",
      to_char(coalesce(s.broadcast_at, s.signed_at) at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "sentAt",
      (select count(*)::int from transaction_attempts a where a.transaction_id = s.id) as attempts,
      (select a.outcome_detail from transaction_attempts a where a.transaction_id = s.id order by a.created_at desc limit 1) as "lastAnswer"
    from sent s join chains c on c.chain_id = s.chain_id join businesses b on b.id = s.business_id
    where s.position = 1 and coalesce(s.broadcast_at, s.signed_at) < now() - make_interval(secs => c.bump_after_blocks * c.block_time_ms / 1000.0)
    order by coalesce(s.broadcast_at, s.signed_at) limit ${MAX_HEADS}`)
  return { items: [...rows].map((row) => stuckHead.parse(row)) }
}
