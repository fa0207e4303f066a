import { backoffMs } from './backoff'
import type { Reply } from './call-app'
import type { Claim } from './claim'
import type { Db } from './db'
import { endRun } from './end-run'
import type { Engine } from './engine'
import { maxAttempts } from './function-config'
import { isObject, type JsonObject } from './json'
import { MAX_STEP_BYTES } from './limits'
import { openStep, planSteps } from './open-steps'
import { type Next, retryItem } from './retry-item'
import { isBatchOver } from './steps'

type OpsReply = Extract<Reply, { kind: 'ops' }>

const OPENING = new Set(['StepPlanned', 'Sleep', 'WaitForEvent', 'InvokeFunction'])

function opsNamed(ops: JsonObject[], name: string): JsonObject[] {
  return ops.filter((op) => op.op === name)
}

function memoOf(op: JsonObject): string {
  if (op.op === 'StepRun' || op.op === 'Step') return JSON.stringify({ type: 'data', data: op.data ?? null })
  return JSON.stringify({ type: 'error', error: op.error ?? { name: 'Error', message: 'step failed' } })
}

/** Stores the results of finished steps; returns whether the function can continue because of them. */
async function saveResults(tx: Db, claim: Claim, ops: JsonObject[]): Promise<boolean> {
  let goOn = false
  for (const op of ops) {
    const [row] = await tx<{ batch: string | null }[]>`
      insert into engine.steps as s (run_id, id, op, name, memo, seq)
      values (${claim.runId}, ${String(op.id)}, 'StepRun', ${String(op.name ?? '')}, ${memoOf(op)}::text::json, nextval('engine.step_order'))
      on conflict (run_id, id) do update set memo = coalesce(s.memo, excluded.memo), seq = coalesce(s.seq, excluded.seq)
      returning batch`
    if (await isBatchOver(tx, claim.runId, row?.batch ?? null)) goOn = true
  }
  return goOn
}

/** This item becomes the next call of the function, unless such a call is already waiting. */
async function continueWith(tx: Db, claim: Claim): Promise<Next> {
  const others = await tx`
    select from engine.items where run_id = ${claim.runId} and step_id is null and token is null limit 1`
  if (others.length > 0) {
    await tx`delete from engine.items where id = ${claim.item}`
    return 'done'
  }
  await tx`
    update engine.items set step_id = null, attempt = 0, unreachable_since = null, due_at = now() where id = ${claim.item}`
  return 'again'
}

async function failRun(engine: Engine, tx: Db, claim: Claim, message: string): Promise<Next> {
  await endRun(engine, tx, claim.runId, { status: 'Failed', error: { name: 'Error', message } })
  return 'done'
}

/** Applies the operations that the SDK reported in one 206 response. */
export async function applyOps(engine: Engine, tx: Db, claim: Claim, reply: OpsReply): Promise<Next> {
  const { ops } = reply
  const known = ['StepRun', 'Step', 'StepFailed', 'StepError', 'RunComplete', 'DiscoveryRequest', ...OPENING]
  const foreign = ops.find((op) => !known.includes(String(op.op)))
  if (foreign)
    return failRun(engine, tx, claim, `The local job engine does not know the operation "${String(foreign.op)}"`)

  const [retrying] = opsNamed(ops, 'StepError')
  const attempt = claim.attempt + 1
  const canRetry = retrying !== undefined && attempt < maxAttempts(claim.fn.config)
  const results = ops.filter(
    (op) => ['StepRun', 'Step', 'StepFailed'].includes(String(op.op)) || (op === retrying && !canRetry),
  )
  if (results.some((op) => Buffer.byteLength(memoOf(op)) > MAX_STEP_BYTES)) {
    return failRun(engine, tx, claim, `A step may return at most ${MAX_STEP_BYTES} bytes`)
  }
  const goOn = await saveResults(tx, claim, results)

  const [complete] = opsNamed(ops, 'RunComplete')
  if (complete) {
    await endRun(engine, tx, claim.runId, { status: 'Completed', output: JSON.stringify(complete.data ?? null) })
    return 'done'
  }
  const opening = ops.filter((op) => OPENING.has(String(op.op)))
  if (opening.length > 0) {
    await openAll(engine, tx, claim, opening)
  }
  if (canRetry) {
    await retryItem(engine, tx, claim, attempt, reply.retryAfter ?? backoffMs(attempt, engine.options.retryScale), null)
    return 'done'
  }
  if (goOn || opsNamed(ops, 'DiscoveryRequest').length > 0) return continueWith(tx, claim)
  await tx`delete from engine.items where id = ${claim.item}`
  return 'done'
}

/**
 * Ops reported together with a planned step are joined: the function is called again when all of them have ended.
 * `parallelMode: "race"` opts out.
 */
async function openAll(engine: Engine, tx: Db, claim: Claim, ops: JsonObject[]): Promise<void> {
  const planned = opsNamed(ops, 'StepPlanned')
  const joined = ops.length > 1 && planned.length > 0
  const batchOf = (op: JsonObject) =>
    joined && !(isObject(op.opts) && op.opts.parallelMode === 'race') ? claim.item : null
  if (ops.length > 1) await tx`update engine.runs set parallel = true where id = ${claim.runId} and not parallel`
  await planSteps(
    tx,
    claim.runId,
    planned.map((op) => ({ op, batch: batchOf(op) })),
  )
  for (const op of ops) {
    if (op.op !== 'StepPlanned') await openStep(engine, tx, claim, op, batchOf(op))
  }
}
