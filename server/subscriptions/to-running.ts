import { z } from 'zod'
import type { StoredPeriod, subscriptions } from '@/db/schema'
import { type PaidPeriod, paidPeriodsWith, paidUntil, type Running } from './running'

const storedPeriods = z.array(
  z.object({
    start: z.iso.datetime().transform((text) => new Date(text)),
    end: z.iso.datetime().transform((text) => new Date(text)),
    priceMinor: z.string().regex(/^\d+$/).transform(BigInt),
  }),
)

type Row = typeof subscriptions.$inferSelect

/** A row of a subscription that grants something, as quotes are priced on it; null if it does not. */
export function toRunning(row: Row): Running | null {
  if (row.status !== 'ACTIVE' && row.status !== 'PAST_DUE') return null
  const ahead = storedPeriods.parse(row.ahead)
  return {
    subscriptionId: row.id,
    version: row.version,
    planId: row.planId,
    cycle: row.billingCycle,
    status: row.status,
    priceMinor: row.priceMinor,
    start: row.startDate,
    end: ahead[0]?.start ?? row.endDate,
    anchorDay: row.anchorDay,
    ahead,
  }
}

/**
 * The columns of a subscription that is renewed by a paid period: fields of the previous period are cleared, the
 * version grows.
 */
export function renewedColumns(running: Running, renewal: PaidPeriod & { anchorDay: number }, now: Date) {
  const { anchorDay, ...period } = renewal
  return { ...periodColumns(paidPeriodsWith(running, period, now)), anchorDay, version: running.version + 1 }
}

/** The columns of the paid periods: at least one, the current one first. */
export function periodColumns([current, ...ahead]: readonly PaidPeriod[]) {
  if (!current) throw new Error('a subscription that runs has a period')
  return {
    startDate: current.start,
    endDate: paidUntil({ ...current, ahead }),
    priceMinor: current.priceMinor,
    ahead: ahead.map(toStored),
  }
}

function toStored({ start, end, priceMinor }: PaidPeriod): StoredPeriod {
  return { start: start.toISOString(), end: end.toISOString(), priceMinor: priceMinor.toString() }
}
