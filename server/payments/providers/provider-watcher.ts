import { and, count, eq, gte, isNotNull, isNull, lte, or, sql } from 'drizzle-orm'
import { alarms, paymentProviders, providerEvents, providerReconciliations } from '@/db/schema'
import type { Watcher } from '@/server/alarms/watcher'
import { formatAmount } from '@/server/money/amount'
import { exactMoney } from '@/server/money/display-amount'
import { formatDay } from '@/server/text/format-day'
import { formatUtc } from '@/server/text/format-utc'
import { hasKeys } from './configured-providers'

const FAILING_FOR_MS = 5 * 60_000
/**
 * The time for which the alarm about a dropped event is open. A failed comparison keeps its alarm for the days that it
 * covers.
 */
const RINGS_FOR_MS = 7 * 86_400_000
const DIFFERS_FOR_MS = 3 * 86_400_000

/** Alarms about providers that do not answer or took money back, dropped events, and days with different totals. */
export const providerWatcher: Watcher = {
  name: 'providers',
  kinds: ['provider_failing', 'provider_events_dead', 'provider_sums_differ', 'provider_reversed'],
  async findCauses({ db, now }) {
    const before = (ms: number) => new Date(now().getTime() - ms)
    const failing = await db
      .select()
      .from(paymentProviders)
      .where(and(eq(paymentProviders.isActive, true), lte(paymentProviders.failingSince, before(FAILING_FOR_MS))))
    const dead = await db
      .select({ provider: providerEvents.provider, n: count() })
      .from(providerEvents)
      .where(and(eq(providerEvents.state, 'DEAD'), gte(providerEvents.receivedAt, before(RINGS_FOR_MS))))
      .groupBy(providerEvents.provider)
    const { ourMinor, theirMinor, problem, day } = providerReconciliations
    const differing = await db
      .select()
      .from(providerReconciliations)
      .where(
        and(
          or(sql`${ourMinor} <> ${theirMinor}`, isNotNull(problem)),
          gte(day, before(DIFFERS_FOR_MS).toISOString().slice(0, 10)),
        ),
      )
    // The alarm opens when the provider reports the reversal, and no event says that an operator handled it.
    const reversed = await db
      .select({ subject: alarms.subject, message: alarms.message })
      .from(alarms)
      .where(
        and(eq(alarms.kind, 'provider_reversed'), isNull(alarms.closedAt), gte(alarms.openedAt, before(RINGS_FOR_MS))),
      )
    return [
      ...reversed.map((one) => ({ kind: 'provider_reversed' as const, chainId: null, ...one })),
      ...failing
        .filter(({ name }) => hasKeys(name))
        .map(({ name, failingSince, lastFailure }) => ({
          kind: 'provider_failing' as const,
          chainId: null,
          subject: name,
          message: `${name} has not answered since ${formatUtc(failingSince ?? now())}: ${lastFailure ?? 'no reason given'}`,
        })),
      ...dead.map(({ provider, n }) => ({
        kind: 'provider_events_dead' as const,
        chainId: null,
        subject: provider,
        message: `${n} events of ${provider} were dropped: check their last error and handle them again`,
      })),
      ...differing.map((row) => ({
        kind: 'provider_sums_differ' as const,
        chainId: null,
        subject: `${row.provider} ${row.day}`,
        message: row.problem
          ? `${row.provider} could not be compared for ${formatDay(row.day)}: ${row.problem}`
          : `${row.provider} reports ${exactMoney(formatAmount(row.theirMinor, 2), 'NGN')} for ${formatDay(row.day)}, we have ${exactMoney(formatAmount(row.ourMinor, 2), 'NGN')}`,
      })),
    ]
  },
}
