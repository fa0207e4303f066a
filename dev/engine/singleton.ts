import type { Db } from './db'
import { endRun } from './end-run'
import type { Engine } from './engine'
import { keyOf } from './expression'
import type { Start } from './start'

/** The key a singleton run will hold; 'taken' when another run holds it and mode is "skip". */
export async function claimSingleton(engine: Engine, tx: Db, { fn, event }: Start): Promise<string | undefined> {
  const rule = fn.config.singleton
  if (!rule) return undefined
  const key = `${fn.id}|${rule.key ? keyOf(rule.key, { event }) : ''}`
  await tx`select pg_advisory_xact_lock(hashtextextended(${key}, 7304))`
  const holders = await tx<{ id: string }[]>`
    select id from engine.runs where singleton_key = ${key} and ended_at is null`
  if (holders.length === 0) return key
  if (rule.mode === 'skip') return 'taken'
  for (const holder of holders) await endRun(engine, tx, holder.id, { status: 'Cancelled' })
  return key
}
