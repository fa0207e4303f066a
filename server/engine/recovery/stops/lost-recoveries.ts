import { listFirstIndices, recordLostRecovery } from '@/server/recovery/first-indices'
import type { StopKind } from '@/server/recovery/stop'
import { skipFrom } from '@/server/wallets/skip-indices'

/**
 * Recoveries of earlier restores. Where the backup of a later one lacks it, wallets that were created after the earlier
 * restore are missing as well.
 */
export const lostRecoveries: StopKind = {
  async list(ctx) {
    const known = await listFirstIndices(ctx)
    return known.map(({ firstIndex, since }) => ({
      ...{ subject: String(firstIndex), id: String(firstIndex) },
      ...{ isStop: true, at: since.getTime() },
    }))
  },
  async apply({ db }, { subject, at }) {
    const lost = { firstIndex: Number(subject), since: new Date(at) }
    await recordLostRecovery({ db }, lost)
    await skipFrom({ db }, lost)
  },
}
