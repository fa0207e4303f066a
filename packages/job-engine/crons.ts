import { CronExpressionParser } from 'cron-parser'
import type { Db } from './db'
import type { Engine } from './engine'
import { startRuns } from './start-runs'
import type { StoredEvent } from './stored-event'
import { ulid } from './ulid'
import { withinTime } from './with-retry'

/** The next moment of "[TZ=Zone ]m h d M w" after `after`; UTC unless a zone is named. */
export function nextCron(expression: string, after: Date): Date {
  const zone = /^(?:CRON_)?TZ=(\S+)\s+(.+)$/.exec(expression)
  const [tz, fields] = zone ? [zone[1], zone[2] ?? ''] : ['UTC', expression]
  return CronExpressionParser.parse(fields, { tz, currentDate: after }).next().toDate()
}

/** Makes the stored schedules equal to those of the registered functions. */
export async function saveCrons(engine: Engine, tx: Db): Promise<void> {
  const entries = engine.registry.crons()
  for (const { fn, expression } of entries) {
    await tx`
      insert into engine.crons (fn_id, expression, next_at) values (${fn.id}, ${expression}, ${nextCron(expression, new Date())})
      on conflict do nothing`
  }
  const keys = entries.map(({ fn, expression }) => `${fn.id} ${expression}`)
  await tx`delete from engine.crons where not (fn_id || ' ' || expression = any(${keys}))`
}

/** Fires the schedules whose moment has come. Who moved one says so on `engine:crons`. */
export async function fireDue(engine: Engine): Promise<void> {
  await engine.sql.begin(async (tx) => {
    const due = await tx<{ fn_id: string; expression: string; next_at: Date }[]>`
      select fn_id, expression, next_at from engine.crons where next_at <= now() for update skip locked`
    for (const cron of due) {
      const now = new Date()
      await tx`
        update engine.crons set next_at = ${nextCron(cron.expression, now)}
        where fn_id = ${cron.fn_id} and expression = ${cron.expression}`
      const fn = engine.registry.find(cron.fn_id)
      if (!fn) continue
      const event: StoredEvent = {
        id: ulid(),
        name: 'inngest/scheduled.timer',
        data: { cron: cron.expression, fireAt: now.toISOString(), scheduledAt: cron.next_at.toISOString() },
        ts: now.getTime(),
      }
      await startRuns(engine, tx, [{ fn, event }])
    }
  })
}

/** Returns whether a schedule had a moment since the last check. Computing moments takes longer than keeping them. */
function watchMoments(engine: Engine): (lookedAt: Date, now: Date) => boolean {
  const next = new Map<string, Date>()
  return (lookedAt, now) => {
    const come = engine.registry.crons().filter(({ expression }) => {
      const moment = next.get(expression) ?? nextCron(expression, lookedAt)
      next.set(expression, moment)
      return moment <= now
    })
    // A failed check does not move `lookedAt`, so the same times are found again.
    for (const { expression } of come) next.delete(expression)
    return come.length > 0
  }
}

/** Fires schedules until stopped. Missed moments (engine was down) fire once, late. */
export function runCrons(engine: Engine): { stop(): Promise<void> } {
  let timer: NodeJS.Timeout | undefined
  let stopped = false
  let working = Promise.resolve()
  const hasMoment = watchMoments(engine)
  // 0, so that the first tick finds the schedules that were missed before the start.
  let lookedAt = new Date(0)

  async function tick(): Promise<void> {
    const now = new Date()
    try {
      if (hasMoment(lookedAt, now)) await withinTime(() => fireDue(engine))
      if (!engine.registry.isEmpty()) lookedAt = now
    } catch (error) {
      engine.log(`cron: ${error instanceof Error ? error.message : String(error)}`)
    }
    // just after the next full second, where every schedule lies
    if (!stopped) timer = setTimeout(() => start(), 1002 - (Date.now() % 1000))
  }
  function start(): void {
    working = tick()
  }
  start()
  return {
    async stop() {
      stopped = true
      clearTimeout(timer)
      await working
    },
  }
}
