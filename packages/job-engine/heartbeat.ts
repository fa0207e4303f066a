import { hostname } from 'node:os'
import type { Engine } from './engine'
import { withinTime } from './with-retry'

const BEAT_MS = 2000
const DEAD_AFTER = '8 seconds'

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    // EPERM: alive, but another user's
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}

/** The queue itself frees jobs of a dead worker after four hours; the processes table does it in seconds. */
async function freeDead(engine: Engine): Promise<void> {
  const host = hostname()
  const others = await engine.sql<{ id: string; pid: number }[]>`
    select id, pid from engine.processes where host = ${host} and id <> ${engine.id}`
  const exited = others.filter((other) => other.pid !== process.pid && !isRunning(other.pid)).map((other) => other.id)
  await engine.sql.begin(async (tx) => {
    const dead = await tx<{ workers: string[] }[]>`
      delete from engine.processes
      where id <> ${engine.id} and (beat_at < now() - ${DEAD_AFTER}::interval or id = any(${exited}))
      returning workers`
    // a worker that broke, or died before its first beat, is in no list
    const orphans = await tx<{ locked_by: string }[]>`
      select distinct locked_by from graphile_worker.jobs j
      where locked_by is not null and locked_at < now() - ${DEAD_AFTER}::interval
        and not exists (select from engine.processes p where j.locked_by = any(p.workers))`
    const workers = [...dead.flatMap((row) => row.workers), ...orphans.map((row) => row.locked_by)]
    if (workers.length === 0) return
    await tx`select graphile_worker.force_unlock_workers(${workers})`
    await tx`select pg_notify('jobs:insert', '{"r":0,"count":10}')`
  })
}

/** Every call has a job or waits for a slot. Where a crash broke that rule, it is restored. */
async function requeueLost(engine: Engine): Promise<void> {
  await engine.sql`
    update engine.items i set job_id = engine.queue_item(i.id, i.due_at) where ${isLost(engine)}`
}

function isLost({ sql }: Engine) {
  return sql`i.due_at < now() - interval '5 seconds'
      and not exists (select from graphile_worker.jobs j where j.id = i.job_id)
      and not exists (select from engine.parked p where p.item_id = i.id)`
}

/** The findings of a beat; `neighbours`: ids of the other processes of this machine. */
interface State {
  neighbours: number[]
  has_dead: boolean
  has_orphans: boolean
  has_lost: boolean
}

interface Heartbeat {
  beat(): Promise<void>
  stop(): Promise<void>
}

/**
 * Reports that this process and its queue workers live, wakes workers for due jobs, and frees the jobs of processes
 * that do not live.
 */
export function runHeartbeat(engine: Engine, workers: { live(): string[] }): Heartbeat {
  let timer: NodeJS.Timeout | undefined
  let stopped = false
  let working = Promise.resolve()

  async function beat(): Promise<void> {
    const [state] = await engine.sql<State[]>`
      with beat as (
        insert into engine.processes (id, host, pid, workers) values (${engine.id}, ${hostname()}, ${process.pid}, ${workers.live()})
        on conflict (id) do update set workers = excluded.workers, beat_at = now()
      ), due as (
        select count(*) as jobs from graphile_worker.jobs where locked_at is null and run_at <= now() and attempts < max_attempts
      )
      select
        (select pg_notify('jobs:insert', json_build_object('r', 0, 'count', jobs)::text) from due where jobs > 0),
        (select coalesce(json_agg(pid), '[]') from engine.processes where host = ${hostname()} and id <> ${engine.id}) as neighbours,
        exists (select from engine.processes where id <> ${engine.id} and beat_at < now() - ${DEAD_AFTER}::interval) as has_dead,
        exists (select from graphile_worker.jobs j where locked_by is not null and locked_at < now() - ${DEAD_AFTER}::interval
          and locked_by <> all(${workers.live()}) and not exists (select from engine.processes p where j.locked_by = any(p.workers))) as has_orphans,
        exists (select from engine.items i where ${isLost(engine)}) as has_lost`
    const hasDied = state?.neighbours.some((pid) => pid !== process.pid && !isRunning(pid))
    if (state?.has_dead || state?.has_orphans || hasDied) await freeDead(engine)
    if (state?.has_lost) await requeueLost(engine)
  }
  async function tick(): Promise<void> {
    try {
      await withinTime(beat)
    } catch (error) {
      engine.log(`heartbeat: ${error instanceof Error ? error.message : String(error)}`)
    }
    if (!stopped) timer = setTimeout(start, BEAT_MS)
  }
  function start(): void {
    working = tick()
  }
  timer = setTimeout(start, BEAT_MS)
  return {
    beat,
    async stop() {
      stopped = true
      clearTimeout(timer)
      await working
      await withinTime(() => engine.sql`delete from engine.processes where id = ${engine.id}`).catch(() => undefined)
    },
  }
}
