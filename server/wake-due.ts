import { sql } from 'drizzle-orm'
import { z } from 'zod'
import { ownerIsActive } from '@/server/engine/owner-is-active'
import type { WorkerCtx } from './ctx'
import { wakeChain, wakeWebhooks } from './wake'

/** Wakes every pump that has work. The sweeper and the start of a process call it. */
export async function wakeWhatIsDue({ db }: WorkerCtx): Promise<void> {
  const chains = await db.execute(sql`select distinct chain_id as "chainId" from transactions t
    where status = 'PENDING' and stage <> 'awaiting_approval' and (stage <> 'queued' or cancel_requested_at is not null or ${ownerIsActive('t')})`)
  for (const { chainId } of z.array(z.object({ chainId: z.number() })).parse([...chains])) wakeChain(chainId)
  const due = await db.execute(
    sql`select 1 from webhook_messages where (status = 'pending' and next_attempt_at <= now() + interval '1 minute')
      or resend_requested_at is not null limit 1`,
  )
  if (due.length > 0) wakeWebhooks()
}
