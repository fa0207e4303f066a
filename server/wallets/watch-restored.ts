import { and, asc, eq, isNotNull } from 'drizzle-orm'
import { businesses, walletCounters } from '@/db/schema'
import type { Watcher } from '@/server/alarms/watcher'

const MAX_NAMES = 5

/** Whether the wallets that a restored backup lacks could be added for each business. */
export const restoredWalletsWatcher: Watcher = {
  name: 'restored wallets',
  kinds: ['restored_wallets_missing'],
  async findCauses({ db }) {
    const rows = await db
      .selectDistinct({ name: businesses.name })
      .from(walletCounters)
      .innerJoin(businesses, eq(businesses.id, walletCounters.businessId))
      .where(and(isNotNull(walletCounters.skippedFrom), isNotNull(walletCounters.depositsReadTo)))
      .orderBy(asc(businesses.name))
    if (rows.length === 0) return []
    const names = rows.slice(0, MAX_NAMES).map(({ name }) => name)
    const others = rows.length > names.length ? ` and ${rows.length - names.length} others` : ''
    const message = `Wallets that the restored backup lacks are missing, because their seed does not open or was just restored: ${names.join(', ')}${others}. Money to them is not seen until they are added`
    return [{ kind: 'restored_wallets_missing', chainId: null, subject: 'wallets', message }]
  },
}
