import { and, inArray, isNull } from 'drizzle-orm'
import { alarms } from '@/db/schema'
import type { WorkerCtx } from '@/server/ctx'
import { logger } from '@/server/logger'
import { findWorkFaults, sentenceOf, type WorkFaultRow } from './find-work-faults'
import { closeAlarm, raiseAlarm } from './raise-alarm'
import type { Cause, Watcher } from './watcher'

/**
 * Lets each watcher look, opens alarms for what it finds and closes those whose cause is gone. One that fails stops no
 * other.
 */
export async function runWatchers(ctx: WorkerCtx, watchers: readonly Watcher[]): Promise<void> {
  await Promise.all(
    watchers.map((watcher) =>
      poll(ctx, watcher).catch((error: unknown) => {
        logger().error({ err: error, failed: `watcher ${watcher.name}` }, 'a watcher failed')
      }),
    ),
  )
}

async function poll(ctx: WorkerCtx, { kinds, works, findCauses }: Watcher): Promise<void> {
  // Before the look: one that is raised meanwhile is none whose cause it did not find.
  const open = await ctx.db
    .select({ kind: alarms.kind, chainId: alarms.chainId, subject: alarms.subject })
    .from(alarms)
    .where(and(inArray(alarms.kind, [...kinds]), isNull(alarms.closedAt)))
  const causes = await findCauses(ctx)
  const faults = works && causes.length > 0 ? await findWorkFaults(ctx, works) : []
  for (const cause of causes) await raiseAlarm(ctx.db, works ? { ...cause, reason: reasonOf(cause, faults) } : cause)
  const current = new Set(causes.map(keyOf))
  for (const alarm of open) if (!current.has(keyOf(alarm))) await closeAlarm(ctx.db, alarm)
}

/** What work about the same chain waits for, or about the same subject, or about all. */
function reasonOf({ chainId, subject }: Cause, faults: readonly WorkFaultRow[]): string | null {
  const explains = (fault: WorkFaultRow) =>
    chainId === null ? ['', subject].includes(fault.subject) : fault.chainId === chainId
  return faults.filter(explains).map(sentenceOf).join(' ') || null
}

function keyOf({ kind, chainId, subject }: Omit<Cause, 'message'>): string {
  return JSON.stringify([kind, chainId, subject])
}
