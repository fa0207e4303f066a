import { oncePerProcess } from '@/db/once-per-process'
import type { Cause, Watcher } from '@/server/alarms/watcher'
import { copySeeds } from '@/server/custody/copy-seeds'
import { env } from '@/server/env'
import { holdsSeeds } from '@/server/separate-signer'
import { readSignerStatus } from './signer-state'

/**
 * While every seed has its copy. A new one is copied before its first address is shown, so it need not be looked for.
 */
const POLL_EVERY_MS = 5 * 60_000

const SUBJECT = 'SEED_COPY_DIR'

/** Keeps an alarm open while a seed has no copy in SEED_COPY_DIR; each look tries to write what is missing. */
export const seedCopyWatcher: Watcher = {
  name: 'seed copies',
  kinds: ['seed_without_copy'],
  async findCauses(ctx) {
    if (!holdsSeeds()) return causesOf((await readSignerStatus()).seedCopies)
    const folder = env().SEED_COPY_DIR
    if (folder === undefined) return []
    const last = oncePerProcess('seed-copies-complete', () => new Map<string, number>())
    const nowMs = ctx.now().getTime()
    if (nowMs - (last.get(folder) ?? Number.NEGATIVE_INFINITY) < POLL_EVERY_MS) return []
    const copies = await copySeeds(ctx)
    if (copies.withoutCopy === 0) last.set(folder, nowMs)
    return causesOf(copies)
  },
}

function causesOf({ withoutCopy, reason }: { withoutCopy: number; reason: string }): Cause[] {
  if (withoutCopy === 0) return []
  const message = `${withoutCopy} ${withoutCopy === 1 ? 'seed has' : 'seeds have'} no copy in SEED_COPY_DIR (${reason})`
  return [{ kind: 'seed_without_copy', chainId: null, subject: SUBJECT, message }]
}
