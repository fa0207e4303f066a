import type { Engine } from './engine'
import { withinTime } from './with-retry'

const EVERY_MS = 60_000
const BATCH = 2000

/** Deletes expired runs and events. Returns the number of runs. */
async function sweep(engine: Engine): Promise<number> {
  return engine.sql.begin(async (tx) => {
    const [lock] = await tx<{ held: boolean }[]>`select pg_try_advisory_xact_lock(7303002) as held`
    if (!lock?.held) return 0
    const oldest = new Date(Date.now() - engine.options.retentionMs)
    const deleted = await tx`
      with old as (select id from engine.runs where ended_at < ${oldest} limit ${BATCH}),
      steps as (delete from engine.steps where run_id in (select id from old))
      delete from engine.runs where id in (select id from old) returning id`
    await tx`delete from engine.events where id in (select id from engine.events where received_at < ${oldest} limit ${BATCH * 5})`
    await tx`delete from engine.once where key in (select key from engine.once where expires_at < now() limit ${BATCH * 5})`
    await tx`delete from engine.windows where expires_at < now() - interval '1 hour'`
    // slots handed to calls that no longer exist, and calls that wait for a slot which is free
    const freed = await tx<{ key: string }[]>`
      delete from engine.leases l where not exists (select from engine.items i where i.id = l.item_id) returning key`
    const keys = [...new Set(freed.map((row) => row.key))]
    if (keys.length > 0) {
      await tx`select pg_advisory_xact_lock(7303001)`
      await tx`select engine.hand_over(${keys})`
    }
    return deleted.length
  })
}

export function runRetention(engine: Engine): { stop(): Promise<void> } {
  let working: Promise<unknown> = Promise.resolve()
  const timer = setInterval(() => {
    working = withinTime(() => sweep(engine)).catch((error: unknown) => {
      engine.log(`retention: ${error instanceof Error ? error.message : String(error)}`)
    })
  }, EVERY_MS)
  return {
    async stop() {
      clearInterval(timer)
      await working
    },
  }
}
