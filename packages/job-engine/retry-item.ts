import type { Claim } from './claim'
import type { Db } from './db'
import type { Engine } from './engine'

export type Next = 'again' | 'done'

/** Queues the item for a later attempt. `token = 'retry'` separates it from a plain discovery. */
export async function retryItem(
  engine: Engine,
  tx: Db,
  claim: Claim,
  attempt: number,
  waitMs: number,
  since: Date | null,
): Promise<void> {
  const due = new Date(Date.now() + waitMs)
  await tx`
    update engine.items set token = 'retry', attempt = ${attempt}, due_at = ${due}, unreachable_since = ${since},
      job_id = engine.queue_item(id, ${due})
    where id = ${claim.item}`
  engine.wakeAt(due)
}
