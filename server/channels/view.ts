import type { alarmChannels } from '@/db/schema'
import type { ChannelHealth, ChannelView, QuietHours } from '@/schemas/channels/contract'
import type { LastAttempt } from './read-last-attempts'

type Row = Omit<typeof alarmChannels.$inferSelect, 'targetSealed'>

export function toChannel(row: Row, last: LastAttempt | undefined): ChannelView {
  const { id, kind, name, targetHint, leastSeverity, isActive } = row
  return {
    id,
    kind,
    name,
    targetHint,
    leastSeverity,
    quietHours: toQuietHours(row),
    isActive,
    health: isActive ? healthOf(last) : 'off',
    problem: isActive ? (last?.error ?? null) : null,
    lastSentAt: last?.sentAt?.toISOString() ?? null,
    waiting: last?.waiting ?? 0,
  }
}

function healthOf(last: LastAttempt | undefined): ChannelHealth {
  if (!last || last.status === null) return 'unused'
  return last.error === null ? 'well' : 'failing'
}

type QuietColumns = { quietFrom: string | null; quietUntil: string | null; timeZone: string | null }

/** The quiet hours of a row. */
export function toQuietHours({ quietFrom: from, quietUntil: until, timeZone }: QuietColumns): QuietHours | null {
  return from === null || until === null || timeZone === null ? null : { from, until, timeZone }
}

/** And their columns. */
export function toQuietColumns(hours: QuietHours | null): QuietColumns {
  return { quietFrom: hours?.from ?? null, quietUntil: hours?.until ?? null, timeZone: hours?.timeZone ?? null }
}
