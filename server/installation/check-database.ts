import { sql } from 'drizzle-orm'
import { workerCtx } from '@/server/ctx'
import type { ReadinessCheck } from '@/server/readiness-check'

/** Whether Postgres answers. */
export const databaseCheck: ReadinessCheck = {
  name: 'database',
  isRequired: true,
  keptMs: 1_000,
  ask: async () => {
    await workerCtx().db.execute(sql`select 1`)
    return 'ok'
  },
  otherwise: 'unreachable',
}
