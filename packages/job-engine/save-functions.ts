import { createHash } from 'node:crypto'
import { z } from 'zod'
import { saveCrons } from './crons'
import type { Engine } from './engine'
import { functionConfig } from './function-config'
import { withRetry } from './with-retry'

const registration = z.object({
  appId: z.string().min(1),
  functions: z.array(functionConfig),
})

const lastSeen = new WeakMap<Engine, Map<string, string>>()

/** Stores the functions that an application describes. Returns whether anything changed. */
export async function saveFunctions(engine: Engine, url: string, body: unknown): Promise<boolean> {
  const { appId, functions } = registration.parse(body)
  const seen = lastSeen.get(engine) ?? new Map<string, string>()
  lastSeen.set(engine, seen)
  const print = createHash('sha256')
    .update(JSON.stringify([url, functions]))
    .digest('hex')
  if (seen.get(appId) === print) return false

  await withRetry(() =>
    engine.sql.begin(async (tx) => {
      await tx`
      update engine.functions set enabled = false
      where app_id = ${appId} and not (id = any(${functions.map((fn) => fn.id)}))`
      for (const fn of functions) {
        await tx`
        insert into engine.functions (id, app_id, url, config)
        values (${fn.id}, ${appId}, ${url}, ${JSON.stringify(fn)}::text::json)
        on conflict (id) do update set app_id = excluded.app_id, url = excluded.url, config = excluded.config, enabled = true`
      }
      await engine.registry.reload(tx)
      await saveCrons(engine, tx)
      await tx`select pg_notify('engine:functions', ${engine.id})`
    }),
  )
  seen.set(appId, print)
  return true
}
