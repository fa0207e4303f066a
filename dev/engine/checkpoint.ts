import { z } from 'zod'
import type { Engine } from './engine'
import { MAX_STEP_BYTES } from './limits'

export const checkpointBody = z.object({
  run_id: z.string(),
  qi_id: z.string(),
  steps: z.array(z.looseObject({ id: z.string(), op: z.string(), name: z.string().nullish(), data: z.unknown() })),
})

export type CheckpointResult = 'stored' | 'stale' | 'refused'

/** Steps reported while a call is still running. Only the holder of the call may report. */
export async function storeCheckpoint(engine: Engine, body: z.infer<typeof checkpointBody>): Promise<CheckpointResult> {
  const [item, token] = body.qi_id.split('.')
  if (!item || !token) return 'stale'
  // anything else comes back in the call's own answer, where it can be dealt with in full
  if (body.steps.some((step) => step.op !== 'StepRun')) return 'refused'
  const rows = body.steps.map((step, place) => {
    const memo = JSON.stringify({ type: 'data', data: step.data ?? null })
    return { id: step.id, name: step.name ?? '', memo, place }
  })
  if (rows.some((row) => Buffer.byteLength(row.memo) > MAX_STEP_BYTES)) return 'refused'

  const [held] = await engine.sql`
    with held as (
      select run_id from engine.items where id = ${item} and token = ${token} and run_id = ${body.run_id} for update
    ), stored as (
      insert into engine.steps (run_id, id, op, name, memo, seq)
      select held.run_id, u.id, 'StepRun', u.name, u.memo::json, nextval('engine.step_order')
      from held, (select * from json_to_recordset(${JSON.stringify(rows)}::text::json)
        as u(id text, name text, memo text, place int) order by place) u
      on conflict do nothing
    )
    select run_id from held`
  return held ? 'stored' : 'stale'
}
