import { sql } from 'drizzle-orm'
import { z } from 'zod'
import { stuckThreshold } from '@/schemas/transactions/words'
import type { Watcher } from '@/server/alarms/watcher'
import { isOwnerActive } from '@/server/businesses/is-owner-active'
import { formatUtc } from '@/server/text/format-utc'

const stuckRow = z.object({
  chainId: z.number(),
  code: z.string(),
  name: z.string(),
  total: z.number(),
  since: z.string(),
  why: z.string().nullable(),
})

export const stuckWatcher: Watcher = {
  name: 'transactions',
  kinds: ['transactions_stuck'],
  works: ['pump-chain'],
  async findCauses({ db, now }) {
    const before = stuckThreshold(now()).toISOString()
    const rows = await db.execute(sql`
      select c.chain_id as "chainId", c.code, c.name, count(*)::int as total, min(t.created_at)::text as since,
        mode() within group (order by l.blocked_reason) as why
      from transactions t join chains c using (chain_id)
        left join lanes l on l.chain_id = t.chain_id and l.wallet_id = t.lane_wallet_id
      where t.status = 'PENDING' and t.stage in ('queued', 'signed', 'broadcast') and t.created_at < ${before}::timestamptz
        and (t.stage <> 'queued' or ${isOwnerActive('t')})
      group by 1, 2, 3`)
    return z
      .array(stuckRow)
      .parse([...rows])
      .map(({ chainId, code, name, total, since, why }) => ({
        kind: 'transactions_stuck',
        chainId,
        subject: code,
        message: `${total === 1 ? 'A transaction' : `${total} transactions`} on ${name} ${total === 1 ? 'waits' : 'wait'} for a block since ${formatUtc(new Date(since))}${why ? `: ${why}` : ''}`,
      }))
  },
}
