import { and, eq, isNull } from 'drizzle-orm'
import { alarms, priceSources } from '@/db/schema'
import type { Watcher } from '@/server/alarms/watcher'
import { readSource } from './read-source'

/**
 * Reading a price raises its alarm, and the next response closes it. A price that is no longer used is read here, so
 * that its alarm closes with its cause.
 */
export const priceWatcher: Watcher = {
  name: 'prices',
  kinds: ['no_price'],
  async findCauses({ db, now }) {
    const open = await db
      .select({ message: alarms.message, source: priceSources })
      .from(alarms)
      .innerJoin(priceSources, eq(priceSources.symbol, alarms.subject))
      .where(and(eq(alarms.kind, 'no_price'), isNull(alarms.closedAt)))
    const read = await Promise.all(
      open.map(async ({ message, source }) => {
        const { problem } = await readSource(source, now())
        return problem === null ? [] : [{ kind: 'no_price' as const, chainId: null, subject: source.symbol, message }]
      }),
    )
    return read.flat()
  },
}
