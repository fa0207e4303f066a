import type { Db } from './db'
import { ulid } from './ulid'

/**
 * Whether the function must be called again after a step of `batch` ended. Steps reported together with planned ones
 * are joined, so only the last one to end causes a call. A step without a batch always does.
 */
export async function isBatchOver(tx: Db, runId: string, batch: string | null): Promise<boolean> {
  if (batch === null) return true
  const open = await tx`
    select from engine.steps where run_id = ${runId} and batch = ${batch} and memo is null limit 1`
  return open.length === 0
}

/** Ends a step that waited for something outside (timer, event, child run) and wakes its function. */
export async function completeStep(tx: Db, runId: string, stepId: string, memo: string): Promise<boolean> {
  const open = await tx`select from engine.runs where id = ${runId} and ended_at is null for update`
  if (open.length === 0) return false
  const [step] = await tx<{ batch: string | null }[]>`
    update engine.steps set memo = ${memo}::text::json, seq = nextval('engine.step_order')
    where run_id = ${runId} and id = ${stepId} and memo is null returning batch`
  if (!step) return false
  await tx`delete from engine.waits where run_id = ${runId} and step_id = ${stepId}`
  await tx`select graphile_worker.remove_job(${`timer|${runId}|${stepId}`})`
  if (await isBatchOver(tx, runId, step.batch)) await tx`select engine.discover(${runId}, ${ulid()})`
  return true
}
