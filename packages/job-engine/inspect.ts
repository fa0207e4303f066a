import type { Engine } from './engine'

interface RunRow {
  id: string
  fn_id: string
  status: string
  event_id: string
  output: unknown
  created_at: Date
  started_at: Date | null
  ended_at: Date | null
}

function toRunView(row: RunRow): object {
  return {
    run_id: row.id,
    function_id: row.fn_id,
    event_id: row.event_id,
    status: row.status,
    output: row.output,
    run_started_at: (row.started_at ?? row.created_at).toISOString(),
    ended_at: row.ended_at?.toISOString() ?? null,
  }
}

/** `GET /v1/events/{id}/runs`, in the hosted service's shape. */
export async function runsOfEvent(engine: Engine, eventId: string): Promise<object> {
  const rows = await engine.sql<RunRow[]>`
    select id, fn_id, status, event_id, output, created_at, started_at, ended_at from engine.runs
    where event_id = ${eventId} or batch_ids @> array[${eventId}] order by id`
  return { data: rows.map(toRunView) }
}

export async function findRun(engine: Engine, runId: string): Promise<object | null> {
  const [row] = await engine.sql<RunRow[]>`
    select id, fn_id, status, event_id, output, created_at, started_at, ended_at from engine.runs where id = ${runId}`
  return row ? { data: toRunView(row) } : null
}

export async function findEvent(engine: Engine, eventId: string): Promise<object | null> {
  const [row] = await engine.sql<{ body: object; received_at: Date }[]>`
    select body, received_at from engine.events where public_id = ${eventId} order by id desc limit 1`
  return row ? { data: { ...row.body, internal_id: eventId, received_at: row.received_at.toISOString() } } : null
}
