import type { paymentProviders, providerEvents, providerReconciliations } from '@/db/schema'
import type { ProviderEventView, ProviderView, ReconciliationView } from '@/schemas/payments/providers/contract'
import { formatAmount } from '@/server/money/amount'

type Known = { hasKeys: boolean; waitingEvents: number; deadEvents: number }

export function toProvider(row: typeof paymentProviders.$inferSelect, known: Known): ProviderView {
  const { name, isActive, failingSince } = row
  const working = failingSince ? 'failing' : 'active'
  return {
    name,
    state: known.hasKeys ? (isActive ? working : 'off') : 'unconfigured',
    isActive,
    lastOkAt: row.lastOkAt?.toISOString() ?? null,
    failingSince: failingSince?.toISOString() ?? null,
    lastFailedAt: row.lastFailedAt?.toISOString() ?? null,
    lastFailure: row.lastFailure,
    waitingEvents: known.waitingEvents,
    deadEvents: known.deadEvents,
  }
}

type ListedEvent = Omit<typeof providerEvents.$inferSelect, 'body' | 'headers'>

export function toProviderEvent(row: ListedEvent): ProviderEventView {
  return {
    id: row.id,
    provider: row.provider,
    kind: row.kind,
    reference: row.reference ?? row.providerRef,
    state: row.state,
    attempts: row.attempts,
    nextAttemptAt: row.state === 'STORED' ? row.nextAttemptAt.toISOString() : null,
    error: row.error,
    receivedAt: row.receivedAt.toISOString(),
    handledAt: row.handledAt?.toISOString() ?? null,
  }
}

export function toReconciliation(row: typeof providerReconciliations.$inferSelect): ReconciliationView {
  const isEqual = row.theirMinor === row.ourMinor && row.theirCount === row.ourCount
  return {
    id: row.id,
    provider: row.provider,
    day: row.day,
    state: row.problem ? 'incomplete' : isEqual ? 'equal' : 'different',
    theirCount: row.theirCount,
    theirAmount: formatAmount(row.theirMinor, 2),
    ourCount: row.ourCount,
    ourAmount: formatAmount(row.ourMinor, 2),
    broughtCount: row.broughtCount,
    unmatchedCount: row.unmatchedCount,
    problem: row.problem,
    comparedAt: row.comparedAt.toISOString(),
  }
}
