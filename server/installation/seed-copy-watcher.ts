import { oncePerProcess } from '@/db/once-per-process'
import type { Cause, Watcher } from '@/server/alarms/watcher'
import { copyRecoveries } from '@/server/custody/copy-recoveries'
import { copySeeds } from '@/server/custody/copy-seeds'
import { env } from '@/server/env'
import { holdsSeeds } from '@/server/separate-signer'
import { readSignerStatus } from './signer-state'

/**
 * While everything has its copy. A new seed is copied before its first address is shown, and a recovery while it is
 * prepared, so they need not be looked for.
 */
const POLL_EVERY_MS = 5 * 60_000

const SUBJECT = 'SEED_COPY_DIR'

/**
 * Keeps an alarm open while a seed or a recovery has no copy in SEED_COPY_DIR. Each turn tries to write missing copies.
 */
export const seedCopyWatcher: Watcher = {
  name: 'seed copies',
  kinds: ['seed_without_copy'],
  async findCauses(ctx) {
    if (!holdsSeeds()) {
      const { seedCopies, recoveryCopies } = await readSignerStatus()
      return causesOf(seedCopies, recoveryCopies)
    }
    const folder = env().SEED_COPY_DIR
    if (folder === undefined) return []
    const last = oncePerProcess('seed-copies-complete', () => new Map<string, number>())
    const nowMs = ctx.now().getTime()
    if (nowMs - (last.get(folder) ?? Number.NEGATIVE_INFINITY) < POLL_EVERY_MS) return []
    const [seeds, recoveries] = [await copySeeds(ctx), await copyRecoveries(ctx)]
    if (seeds.lacking === 0 && recoveries.lacking === 0) last.set(folder, nowMs)
    return causesOf(seeds, recoveries)
  },
}

type Copies = { lacking: number; reason: string }

function causesOf(seeds: Copies, recoveries: Copies): Cause[] {
  const total = seeds.lacking + recoveries.lacking
  if (total === 0) return []
  const missing = [counted(seeds, 'seed', 'seeds'), counted(recoveries, 'recovery', 'recoveries')].flat().join(' and ')
  const reason = seeds.reason || recoveries.reason
  const message = `${missing} ${total === 1 ? 'has' : 'have'} no copy in SEED_COPY_DIR (${reason})`
  return [{ kind: 'seed_without_copy', chainId: null, subject: SUBJECT, message }]
}

function counted({ lacking }: Copies, one: string, many: string): string[] {
  return lacking === 0 ? [] : [`${lacking} ${lacking === 1 ? one : many}`]
}
