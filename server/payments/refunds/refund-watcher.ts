import { and, asc, eq, exists, gt, isNotNull, isNull, like, lte, notExists, or, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { ledgerJournals, paymentRefunds } from '@/db/schema'
import { REFUND_OVERDUE_MS } from '@/schemas/exceptions/words'
import type { Watcher } from '@/server/alarms/watcher'
import { MS_PER_DAY } from '@/server/durations'
import { formatAmount } from '@/server/money/amount'
import { exactMoney } from '@/server/money/display-amount'
import { formatUtc } from '@/server/text/format-utc'

/** The time for which the alarm about a failed refund is open; no event says that it was paid in another way. */
const RINGS_FOR_MS = 7 * MS_PER_DAY
/** Only the oldest; the others follow once these end. */
const MAX_WATCHED = 100

/**
 * Alarms about refunds that need a person: the provider requests details, could not pay, or has not ended them for
 * days.
 */
export const refundWatcher: Watcher = {
  name: 'refunds',
  kinds: ['refund_waiting'],
  async findCauses({ db, now }) {
    const before = (ms: number) => new Date(now().getTime() - ms)
    const { id, state, receiptId, endedAt, createdAt, sentAt, closedBy } = paymentRefunds
    const later = alias(paymentRefunds, 'later')
    const again = and(eq(later.receiptId, receiptId), gt(later.createdAt, createdAt))
    // A refund that an operator dropped needs no alarm.
    const byProvider = and(
      eq(ledgerJournals.referenceType, 'refund'),
      eq(ledgerJournals.referenceId, id),
      eq(ledgerJournals.kind, 'release'),
      like(ledgerJournals.createdBy, 'system:%'),
    )
    const isFailed = and(
      eq(state, 'FAILED'),
      isNull(closedBy),
      isNotNull(endedAt),
      gt(endedAt, before(RINGS_FOR_MS)),
      exists(db.select({ one: sql`1` }).from(ledgerJournals).where(byProvider)),
      notExists(db.select({ one: sql`1` }).from(later).where(again)),
    )
    const isLong = and(
      eq(state, 'PROCESSING'),
      lte(sql`coalesce(${sentAt}, ${createdAt})`, before(REFUND_OVERDUE_MS).toISOString()),
    )
    const rows = await db
      .select()
      .from(paymentRefunds)
      .where(or(eq(state, 'NEEDS_DETAILS'), isLong, isFailed))
      .orderBy(asc(createdAt), asc(id))
      .limit(MAX_WATCHED)
    return rows.map((row) => ({
      kind: 'refund_waiting' as const,
      chainId: null,
      subject: row.reference,
      message: `${exactMoney(formatAmount(row.units, 2), 'NGN')} through ${row.provider} ${whatOf(row)}`,
    }))
  },
}

function whatOf({ state, problem, sentAt, createdAt }: typeof paymentRefunds.$inferSelect): string {
  const why = problem === null ? '' : ` (${problem})`
  if (state === 'NEEDS_DETAILS') return `wait until the provider gets more details${why}`
  if (state === 'FAILED') return `could not be refunded${why}: request it again, or close it under Exceptions`
  return `are in progress since ${formatUtc(sentAt ?? createdAt)}${why}: ask the provider`
}
