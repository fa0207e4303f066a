import { applyOps } from './apply-ops'
import { backoffMs, unreachableBackoffMs } from './backoff'
import type { Reply } from './call-app'
import type { Claim } from './claim'
import type { Db } from './db'
import { endRun, tryCompleteRun } from './end-run'
import type { Engine } from './engine'
import { maxAttempts } from './function-config'
import { type Next, retryItem } from './retry-item'
import { withRetry } from './with-retry'

async function failedAttempt(
  engine: Engine,
  tx: Db,
  claim: Claim,
  reply: { error: unknown; final: boolean; retryAfter: number | null },
  since: Date | null,
): Promise<void> {
  const attempt = claim.attempt + 1
  if (reply.final || attempt >= maxAttempts(claim.fn.config)) {
    await endRun(engine, tx, claim.runId, { status: 'Failed', error: reply.error })
    return
  }
  const waitMs = reply.retryAfter ?? backoffMs(attempt, engine.options.retryScale)
  await retryItem(engine, tx, claim, attempt, waitMs, since)
}

/**
 * No response. While the application restarts, attempts are quick and not counted. They count as failures only after
 * the grace time, as in the hosted service.
 */
async function unreachable(engine: Engine, tx: Db, claim: Claim, error: unknown): Promise<void> {
  const since = claim.unreachableSince ?? new Date()
  const awayMs = Date.now() - since.getTime()
  if (awayMs >= engine.options.graceMs) {
    await failedAttempt(engine, tx, claim, { error, final: false, retryAfter: null }, since)
    return
  }
  await retryItem(engine, tx, claim, claim.attempt, unreachableBackoffMs(awayMs), since)
}

async function applyIn(engine: Engine, tx: Db, claim: Claim, reply: Reply): Promise<Next> {
  const lease = await tx`
    select from engine.runs r join engine.items i on i.run_id = r.id
    where i.id = ${claim.item} and i.token = ${claim.token} and r.ended_at is null
    for update of r, i`
  // The run was cancelled or taken over by another process, so this response is void.
  if (lease.length === 0) return 'done'

  switch (reply.kind) {
    case 'completed':
      await endRun(engine, tx, claim.runId, { status: 'Completed', output: reply.output })
      return 'done'
    case 'failed':
      await failedAttempt(engine, tx, claim, reply, null)
      return 'done'
    case 'unreachable':
      await unreachable(engine, tx, claim, reply.error)
      return 'done'
    case 'ops':
      return applyOps(engine, tx, claim, reply)
  }
}

/** The output of a response that only says that the function has ended. */
function plainOutput(claim: Claim, reply: Reply): string | null {
  if (claim.hasSlots) return null
  if (reply.kind === 'completed') return reply.output
  const [op, ...more] = reply.kind === 'ops' ? reply.ops : []
  return op?.op === 'RunComplete' && more.length === 0 ? JSON.stringify(op.data ?? null) : null
}

/** Step results, next calls and run state change in one transaction, or not at all. */
export function applyReply(engine: Engine, claim: Claim, reply: Reply): Promise<Next> {
  return withRetry(async () => {
    const output = plainOutput(claim, reply)
    if (output !== null && (await tryCompleteRun(engine, claim, output))) return 'done'
    return engine.sql.begin(async (tx) => {
      const next = await applyIn(engine, tx, claim, reply)
      if (claim.hasSlots && next === 'done') await tx`select engine.release(${claim.item})`
      return next
    })
  })
}
