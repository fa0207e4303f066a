import { and, inArray, isNull } from 'drizzle-orm'
import { alarms } from '@/db/schema'
import type { WorkerCtx } from '@/server/ctx'
import { logger } from '@/server/logger'
import { closeAlarm, raiseAlarm } from './raise-alarm'
import type { Cause, Watcher } from './watcher'

/** Lets each watcher look, opens alarms for what it finds and closes those whose cause is gone. One that fails stops no other. */
export async function runWatchers(ctx: WorkerCtx, watchers: readonly Watcher[]): Promise<void> {
  await Promise.all(
    watchers.map((watcher) =>
      look(ctx, watcher).catch((error: unknown) => {
        logger().error({ err: error, failed: `watcher ${watcher.name}` }, 'a watcher failed')
      }),
    ),
  )
}

async function look(ctx: WorkerCtx, { kinds, findCauses }: Watcher): Promise<void> {
  // Before the look: one that is raised meanwhile is none whose cause it did not find.
  const open = await ctx.db
    .select({ kind: alarms.kind, chainId: alarms.chainId, subject: alarms.subject })
    .from(alarms)
    .where(and(inArray(alarms.kind, [...kinds]), isNull(alarms.closedAt)))
  const causes = await findCauses(ctx)
  for (const cause of causes) await raiseAlarm(ctx.db, cause)
  const current = new Set(causes.map(keyOf))
  for (const alarm of open) if (!current.has(keyOf(alarm))) await closeAlarm(ctx.db, alarm)
}

function keyOf({ kind, chainId, subject }: Omit<Cause, 'message'>): string {
  return JSON.stringify([kind, chainId, subject])
}
