import { RECOVERY_ACTOR } from '@/schemas/recovery/words'
import { inOperator, type WorkerCtx } from '@/server/ctx'
import { env } from '@/server/env'
import { logger } from '@/server/logger'
import { listAudited } from '@/server/recovery/audited-stops'
import { isLater, keyOf, type LatestStops, mergeStops, type Stop, type StopKinds } from '@/server/recovery/stop'
import { STOP_KINDS } from './kinds'
import { lockStops } from './lock-stops'
import { readStops } from './stop-files'

const WHO = { actor: { type: 'system', id: RECOVERY_ACTOR }, requestId: 'recovery' } as const
/** Longer than a transaction that stops something may take. */
export const SLACK_MS = 60_000
const BEGINNING = new Date(0)
const AT_ONCE = 100

/** The folder next to the mark file in which stops are stored. */
export function stopsFolder(file: string): string {
  return `${file}.stops`
}

/**
 * Reapplies stops that are in the files and that the restored database does not know. A stop that was lifted later
 * stays lifted. Lifts nothing. Does nothing without RESTORE_MARK_FILE.
 */
export async function applyStops(ctx: WorkerCtx, file = env().RESTORE_MARK_FILE): Promise<void> {
  const stored = file === undefined ? null : await readStops(stopsFolder(file))
  if (stored === null || stored.size === 0) return
  const latest = await readKnown(ctx)
  const lost = [...stored.values()].filter((entry) => entry.isStop && isLater(entry, latest.get(keyOf(entry))))
  for (const [name, kind] of Object.entries(STOP_KINDS)) {
    const own = lost.filter((entry) => entry.kind === name)
    for (let n = 0; n < own.length; n += AT_ONCE) await applyOrLog({ [name]: kind }, own.slice(n, n + AT_ONCE))
  }
}

async function readKnown(ctx: WorkerCtx): Promise<LatestStops> {
  const latest: LatestStops = new Map()
  mergeStops(latest, await listStops(ctx, { since: BEGINNING }))
  return latest
}

/** The stops and liftings of kinds since a moment. */
export async function listStops(
  ctx: Pick<WorkerCtx, 'db' | 'now'>,
  { since, kinds = STOP_KINDS }: { since: Date; kinds?: StopKinds },
): Promise<Stop[]> {
  const logged = await listAudited(ctx.db, { kinds, since })
  const listed: Stop[] = []
  for (const [kind, { list }] of Object.entries(kinds)) {
    const audited = logged.get(kind) ?? []
    for (const found of list ? await list(ctx, { since, audited }) : audited) listed.push({ kind, ...found })
  }
  return listed
}

/** One that fails leaves the others; it is tried again with the next turn of the recovery. */
async function applyOrLog(kinds: StopKinds, entries: readonly Stop[]): Promise<void> {
  try {
    await applyAll(kinds, entries)
  } catch (error) {
    const [entry] = entries
    if (entries.length > 1) for (const one of entries) await applyOrLog(kinds, [one])
    else logger().warn({ err: error, kind: entry?.kind, subject: entry?.subject }, 'a stop could not be applied again')
  }
}

async function applyAll(kinds: StopKinds, entries: readonly Stop[]): Promise<void> {
  await inOperator(WHO, async (ctx) => {
    await lockStops(ctx)
    // Another process may have applied them, or an operator lifted them, since they were compared.
    const since = new Date(Math.max(0, Math.min(...entries.map(({ at }) => at)) - SLACK_MS))
    const latest: LatestStops = new Map()
    mergeStops(latest, await listStops(ctx, { since, kinds }))
    for (const entry of entries)
      if (isLater(entry, latest.get(keyOf(entry)))) await kinds[entry.kind]?.apply(ctx, entry)
  })
}
