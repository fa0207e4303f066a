import { z } from 'zod'
import type { Engine } from './engine'
import { MAX_STEP_BYTES } from './limits'
import type { StepRow } from './step-row'

export const checkpointBody = z.object({
  run_id: z.string(),
  qi_id: z.string(),
  steps: z.array(z.looseObject({ id: z.string(), op: z.string(), name: z.string().nullish(), data: z.unknown() })),
})

/** The rows that a request stores; null if it must be refused. */
export function toRows(body: z.infer<typeof checkpointBody>): StepRow[] | null {
  const [item = '', token = ''] = body.qi_id.split('.')
  const rows = body.steps.map((step) => ({
    run: body.run_id,
    item,
    token,
    id: step.id,
    name: step.name ?? '',
    memo: JSON.stringify({ type: 'data', data: step.data ?? null }),
  }))
  // everything except plain results is returned in the response of the call and handled there
  const isPlain = body.steps.every((step) => step.op === 'StepRun')
  return isPlain && rows.every((row) => Buffer.byteLength(row.memo) <= MAX_STEP_BYTES) ? rows : null
}

/** Stores steps reported while their calls are still running; answers which of the calls still hold their run. */
export async function storeCheckpoints(engine: Engine, requests: StepRow[][]): Promise<boolean[]> {
  const rows = requests.flat().map((row, position) => ({ ...row, position }))
  const leases = await engine.sql<{ token: string }[]>`
    with u as materialized (
      select * from json_to_recordset(${JSON.stringify(rows)}::text::json)
        as u(run text, item text, token text, id text, name text, memo text, position int)
    ), held as (
      select i.id, i.token, i.run_id from engine.items i
      where i.id in (select item from u) and i.token in (select token from u) order by i.id for update
    ), stored as (
      insert into engine.steps (run_id, id, op, name, memo, seq)
      select held.run_id, u.id, 'StepRun', u.name, u.memo::json, nextval('engine.step_order')
      from held join u on u.item = held.id and u.token = held.token and u.run = held.run_id order by u.position
      on conflict do nothing
    )
    select token from held`
  const tokens = new Set(leases.map((row) => row.token))
  return requests.map((request) => request.every((row) => tokens.has(row.token)))
}
