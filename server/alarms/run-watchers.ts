import { isNull } from 'drizzle-orm'
import { alarms } from '@/db/schema'
import type { WorkerCtx } from '@/server/ctx'
import { logger } from '@/server/logger'
import { findWorkFaults, sentenceOf, type WorkFaultRow } from './find-work-faults'
import { closeAlarm, raiseAlarm } from './raise-alarm'
import type { Cause, Watcher } from './watcher'

/**
 * Runs each watcher, opens alarms for the causes that it finds, and closes alarms whose cause no longer exists. A
 * watcher that fails does not stop the others.
 */
export async function runWatchers(ctx: WorkerCtx, watchers: readonly Watcher[]): Promise<void> {
  // Read the open alarms before the watchers run: an alarm that is raised meanwhile must not be closed for a missing
  // cause.
  const open = await listOpen(ctx)
  await Promise.all(
    watchers.map((watcher) =>
      poll(ctx, watcher, open).catch((error: unknown) => {
        logger().error({ err: error, failed: `watcher ${watcher.name}` }, 'a watcher failed')
      }),
    ),
  )
}

type Open = Pick<typeof alarms.$inferSelect, 'kind' | 'chainId' | 'subject'>

function listOpen({ db }: WorkerCtx): Promise<Open[]> {
  const { kind, chainId, subject } = alarms
  return db.select({ kind, chainId, subject }).from(alarms).where(isNull(alarms.closedAt))
}

async function poll(ctx: WorkerCtx, { kinds, works, findCauses }: Watcher, allOpen: readonly Open[]): Promise<void> {
  const open = allOpen.filter(({ kind }) => kinds.includes(kind))
  const causes = await findCauses(ctx)
  const faults = works && causes.length > 0 ? await findWorkFaults(ctx, works) : []
  for (const cause of causes) await raiseAlarm(ctx.db, works ? { ...cause, reason: reasonOf(cause, faults) } : cause)
  const current = new Set(causes.map(keyOf))
  for (const alarm of open) if (!current.has(keyOf(alarm))) await closeAlarm(ctx.db, alarm)
}

/**
 * The text about faults of work on the chain of a cause; without a chain, of work on its subject or on all subjects.
 * Null without any.
 */
function reasonOf({ chainId, subject }: Cause, faults: readonly WorkFaultRow[]): string | null {
  const explains = (fault: WorkFaultRow) =>
    chainId === null ? ['', subject].includes(fault.subject) : fault.chainId === chainId
  return faults.filter(explains).map(sentenceOf).join(' ') || null
}

function keyOf({ kind, chainId, subject }: Omit<Cause, 'message'>): string {
  return JSON.stringify([kind, chainId, subject])
}
