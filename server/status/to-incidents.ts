import type { alarms } from '@/db/schema'
import type { AreaState } from '@/schemas/status/contract'
import { IMPACTS } from './impacts'

export type StatusAlarm = Pick<typeof alarms.$inferSelect, 'kind' | 'chainId' | 'subject' | 'openedAt' | 'closedAt'>

export type Incident = { areaId: string; title: string; state: AreaState; openedAt: Date; closedAt: Date | null }

/** Pauses up to this length do not end an incident: an alarm that flaps is one incident. */
const MAX_PAUSE_MS = 10 * 60_000

/**
 * The incidents that alarms show, oldest first. Alarms of an area with the same title are one incident if they overlap
 * or follow each other closely.
 */
export function toIncidents(rows: readonly StatusAlarm[]): Incident[] {
  const incidents: Incident[] = []
  const last = new Map<string, Incident>()
  for (const row of rows.toSorted((one, other) => one.openedAt.getTime() - other.openedAt.getTime())) {
    const impact = IMPACTS[row.kind]
    const areaId = impact && areaIdOf(impact.on, row)
    if (!impact || !areaId) continue
    const key = `${areaId} ${impact.title}`
    const previous = last.get(key)
    if (previous && row.openedAt.getTime() <= endOf(previous.closedAt) + MAX_PAUSE_MS) {
      if (endOf(row.closedAt) > endOf(previous.closedAt)) previous.closedAt = row.closedAt
      continue
    }
    const { title, state } = impact
    const incident = { areaId, title, state, openedAt: row.openedAt, closedAt: row.closedAt }
    incidents.push(incident)
    last.set(key, incident)
  }
  return incidents
}

function areaIdOf(on: 'api' | 'webhooks' | 'chain' | 'provider', { chainId, subject }: StatusAlarm): string | null {
  if (on === 'chain') return chainId === null ? null : chainAreaId(chainId)
  return on === 'provider' ? providerAreaId(subject) : on
}

export function chainAreaId(chainId: number): string {
  return `chain-${chainId}`
}

export function providerAreaId(name: string): string {
  return `provider-${name}`
}

function endOf(closedAt: Date | null): number {
  return closedAt?.getTime() ?? Number.POSITIVE_INFINITY
}
