import { CREDITS, isUsageKind, type MeteredName, type UsageKind } from '@/schemas/usage/words'

/** The quotas and rates of a project's subscription to a product, as of at most ten seconds ago. */
export type MeteredPlan = {
  subscriptionId: string
  startDate: Date
  endDate: Date
  anchorDay: number
  /** The limit per window. A kind of use without a limit is counted and never refused. */
  quotas: ReadonlyMap<MeteredName, number>
  /** Credits per use. */
  rates: ReadonlyMap<UsageKind, number>
}

/** The quotas of a plan's columns; unknown names are skipped. */
export function toQuotas(planQuotas: readonly { name: string; limit: number }[]): Map<MeteredName, number> {
  const known = planQuotas.flatMap(({ name, limit }) =>
    isUsageKind(name) || name === CREDITS ? [[name, limit] as const] : [],
  )
  return new Map(known)
}

export function toRates(creditRate: Record<string, number>): Map<UsageKind, number> {
  return new Map(
    Object.entries(creditRate).flatMap(([name, rate]) => (isUsageKind(name) ? [[name, rate] as const] : [])),
  )
}
