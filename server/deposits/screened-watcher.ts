import { and, count, eq, ne } from 'drizzle-orm'
import { depositScreenings, deposits } from '@/db/schema'
import type { Watcher } from '@/server/alarms/watcher'

/** Deposits that the platform's list flagged, and no operator has decided about. */
export const screenedWatcher: Watcher = {
  name: 'screened-deposits',
  kinds: ['deposits_screened'],
  works: ['follow-deposits'],
  async findCauses({ db }) {
    const isOpen = and(eq(depositScreenings.list, 'OPERATOR'), eq(depositScreenings.status, 'FLAGGED'))
    const [found] = await db
      .select({ n: count() })
      .from(depositScreenings)
      .innerJoin(deposits, eq(deposits.id, depositScreenings.depositId))
      .where(and(isOpen, ne(deposits.stage, 'reverted')))
    if (!found || found.n === 0) return []
    const message = `${found.n} deposits came from addresses that the platform blocks, and wait for a decision`
    return [{ kind: 'deposits_screened' as const, chainId: null, subject: 'deposits', message }]
  },
}
