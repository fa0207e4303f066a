import { listFirstIndices } from '@/server/recovery/first-indices'
import type { StopKind } from '@/server/recovery/stop'
import { recordLostRecoveries } from './record-lost-recoveries'

/**
 * Recoveries of earlier restores. Where the backup of a later one lacks it, wallets that were created after the earlier
 * restore are missing as well.
 */
export const lostRecoveries: StopKind = {
  async list(ctx) {
    const recorded = await listFirstIndices(ctx)
    return recorded.map(({ firstIndex, since }) => ({
      ...{ subject: String(firstIndex), id: String(firstIndex) },
      ...{ isStop: true, at: since.getTime() },
    }))
  },
  async apply(ctx, { subject, at }) {
    await recordLostRecoveries(ctx, [{ firstIndex: Number(subject), since: new Date(at) }])
  },
}
