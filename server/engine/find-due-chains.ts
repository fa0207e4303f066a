import { sql } from 'drizzle-orm'
import { z } from 'zod'
import { isOwnerActive } from '@/server/businesses/is-owner-active'
import type { WorkerCtx } from '@/server/ctx'

const chainRow = z.object({ chainId: z.number() })

/**
 * Chains with transactions that the engine can advance. Those that wait for an approval or belong to a suspended
 * project do not count.
 */
export async function findDueChains({ db }: WorkerCtx): Promise<z.infer<typeof chainRow>[]> {
  const chains = await db.execute(sql`select distinct chain_id as "chainId" from transactions t
    where status = 'PENDING' and stage <> 'awaiting_approval' and (stage <> 'queued' or cancel_requested_at is not null or ${isOwnerActive('t')})`)
  return z.array(chainRow).parse([...chains])
}
