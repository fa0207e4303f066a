import type { AlarmKind } from '@/schemas/alarms/words'

/** A row of `alarms`, with the name of its chain. */
export type AlarmRow = {
  id: string
  kind: AlarmKind
  chainId: number | null
  chainName: string | null
  subject: string
  message: string
  reason: string | null
  openedAt: Date
  closedAt: Date | null
}

/** An incident: alarms of one kind, chain and subject that follow each other within a minute. */
export type Incident = AlarmRow & { key: string; firstOpenedAt: Date }

/** The time that a change must last before channels are notified. */
export const SETTLE_MS = 60_000

/** The latest incident of each key. */
export function incidentsOf(rows: readonly AlarmRow[]): Map<string, Incident> {
  const incidents = new Map<string, Incident>()
  for (const row of rows.toSorted((a, b) => a.openedAt.getTime() - b.openedAt.getTime())) {
    const key = alarmKey(row)
    const before = incidents.get(key)
    const gapMs = before?.closedAt ? row.openedAt.getTime() - before.closedAt.getTime() : Number.POSITIVE_INFINITY
    incidents.set(key, {
      ...row,
      key,
      firstOpenedAt: before && gapMs < SETTLE_MS ? before.firstOpenedAt : row.openedAt,
    })
  }
  return incidents
}

/** The key that all alarms of one cause share. */
function alarmKey({ kind, chainId, subject }: Pick<AlarmRow, 'kind' | 'chainId' | 'subject'>): string {
  return `${kind}:${chainId ?? ''}:${subject}`
}
