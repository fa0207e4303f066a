import type { Db } from './db'
import { durationMs } from './duration'
import { endRun } from './end-run'
import type { Engine } from './engine'
import { matches } from './expression'
import { valueAt } from './match'
import type { Start } from './start'
import { startRuns } from './start-runs'
import { completeStep } from './steps'
import type { StoredEvent } from './stored-event'

interface Waiting {
  run_id: string
  step_id: string
  expression: string | null
  events: StoredEvent[] | null
}

async function wakeWaits(tx: Db, events: StoredEvent[]): Promise<void> {
  const names = [...new Set(events.map((event) => event.name))]
  const paths = await tx<{ event_name: string; match_path: string | null }[]>`
    select distinct event_name, match_path from engine.waits where event_name = any(${names})`
  for (const event of events) {
    for (const { match_path: path } of paths.filter((row) => row.event_name === event.name)) {
      await (path ? wakeEqual(tx, event, path) : wakeMatching(tx, event))
    }
  }
}

function memoOf(event: StoredEvent): string {
  return JSON.stringify({ type: 'data', data: event })
}

async function wakeEqual(tx: Db, event: StoredEvent, path: string): Promise<void> {
  const key = valueAt(event, path)
  if (key === null) return
  const waiting = await tx<{ run_id: string; step_id: string }[]>`
    select run_id, step_id from engine.waits
    where event_name = ${event.name} and match_path = ${path} and match_key = ${key} order by run_id`
  for (const wait of waiting) await completeStep(tx, wait.run_id, wait.step_id, memoOf(event))
}

async function wakeMatching(tx: Db, event: StoredEvent): Promise<void> {
  const waiting = await tx<Waiting[]>`
    select w.run_id, w.step_id, w.expression, case when w.expression is not null then r.events end as events
    from engine.waits w join engine.runs r on r.id = w.run_id
    where w.event_name = ${event.name} and w.match_path is null order by w.run_id`
  for (const wait of waiting) {
    const hit = !wait.expression || matches(wait.expression, { event: wait.events?.[0], async: event })
    if (hit) await completeStep(tx, wait.run_id, wait.step_id, memoOf(event))
  }
}

async function cancelRuns(engine: Engine, tx: Db, event: StoredEvent): Promise<void> {
  for (const rule of engine.registry.cancels(event.name)) {
    const runs = await tx<{ id: string; events: StoredEvent[]; created_at: Date }[]>`
      select id, events, created_at from engine.runs
      where fn_id = ${rule.fn.id} and ended_at is null and event_id <> ${event.id} order by id`
    for (const run of runs) {
      if (rule.timeout && Date.now() > run.created_at.getTime() + durationMs(rule.timeout)) continue
      if (rule.condition && !matches(rule.condition, { event: run.events[0], async: event })) continue
      await endRun(engine, tx, run.id, { status: 'Cancelled' })
    }
  }
}

/** Routes events: cancels runs, wakes waiting steps, starts functions. */
export async function routeEvents(engine: Engine, tx: Db, events: StoredEvent[]): Promise<void> {
  const starts: Start[] = []
  for (const event of events) {
    for (const { fn, expression } of engine.registry.triggers(event.name)) {
      if (!expression || matches(expression, { event })) starts.push({ fn, event })
    }
  }
  for (const event of events) await cancelRuns(engine, tx, event)
  await Promise.all([wakeWaits(tx, events), startRuns(engine, tx, starts)])
}
