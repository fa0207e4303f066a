import { ALARMS, type Severity } from '@/schemas/alarms/words'
import type { QuietHours } from '@/schemas/channels/contract'
import { type Incident, SETTLE_MS } from './incidents-of'

/** An alarm that a channel was notified of, or will be after its quiet hours. */
export type AlarmNotification = { alarmKey: string; alarmId: string; isHeld: boolean; dedupKey: string }

export type Listener = {
  name: string
  leastSeverity: Severity
  quietHours: QuietHours | null
  toldAt: Date | null
}

/** One message. `held`: opened in quiet hours; those that are over by now are in `over`. */
export type Notice = {
  opened: readonly (Incident & { dedupKey: string })[]
  closed: readonly (Incident & { dedupKey: string })[]
  over: readonly Incident[]
  isDigest: boolean
  /** On-call services are notified that these are over. */
  resolved: readonly string[]
}

export type Plan = { notice: Notice | null; keep: readonly AlarmNotification[]; forget: readonly string[] }

type Known = {
  incidents: ReadonlyMap<string, Incident>
  notifications: readonly AlarmNotification[]
  /** The name of the installation. Every key of an on-call service begins with it. */
  deployment: string
  now: Date
}

/** The minimum time between two messages to a channel. */
const SPACING_MS = 60_000
/** More alarms at once are one incident of an on-call service. */
const MAX_SINGLE = 5
const RANKS = { critical: 0, error: 1, warning: 2 } satisfies Record<Severity, number>

/** The notice that a channel gets now. An alarm is included once it has lasted a minute, and its end once that has. */
export function planNotice(listener: Listener, { incidents, notifications, deployment, now }: Known): Plan {
  const { leastSeverity, quietHours, toldAt } = listener
  if (toldAt && now.getTime() - toldAt.getTime() < SPACING_MS) return { notice: null, keep: [], forget: [] }
  const isQuietNow = quietHours !== null && isQuiet(quietHours, now)
  const waits = ({ kind }: Incident) => isQuietNow && ALARMS[kind].severity !== 'critical'
  const known = new Set(notifications.map((notification) => notification.alarmKey))

  const fresh = [...incidents.values()].filter(
    (incident) =>
      !known.has(incident.key) &&
      incident.closedAt === null &&
      isPast(incident.firstOpenedAt, now) &&
      RANKS[ALARMS[incident.kind].severity] <= RANKS[leastSeverity] &&
      // It would wait behind what does not arrive.
      !(incident.kind === 'alarm_channel_failing' && incident.subject === listener.name),
  )
  const heldNow = fresh.filter(waits).map((incident) => ({ ...incident, dedupKey: dedupKeyOf(deployment, incident) }))

  const due = notifications.flatMap((notification) => {
    const incident = incidents.get(notification.alarmKey)
    return incident && !waits(incident)
      ? [{ ...incident, dedupKey: notification.dedupKey, isHeld: notification.isHeld }]
      : []
  })
  const held = due.filter(({ isHeld }) => isHeld)
  const isOver = ({ closedAt }: Incident) => closedAt !== null && isPast(closedAt, now)
  const over = held.filter(isOver)
  const closed = due.filter((incident) => !incident.isHeld && isOver(incident))
  const toOpen = [...held.filter((incident) => !isOver(incident)), ...fresh.filter((incident) => !waits(incident))]
  const opened = toOpen
    .toSorted(byRank)
    .map((incident) => ({ ...incident, dedupKey: dedupKeyOf(deployment, incident) }))
  const [first] = opened
  if (first && opened.length > MAX_SINGLE) {
    const dedupKey = `slipway:${deployment}:many:${first.id}`
    for (const incident of opened) incident.dedupKey = dedupKey
  }

  const lost = notifications.filter(({ alarmKey }) => !incidents.has(alarmKey)).map(({ alarmKey }) => alarmKey)
  const forget = [...[...over, ...closed].map(({ key }) => key), ...lost]
  const keep = [...opened.map((one) => toNotification(one, false)), ...heldNow.map((one) => toNotification(one, true))]
  const isNothing = opened.length + closed.length + over.length === 0
  const forgotten = new Set(forget)
  const remaining = new Set(
    [...notifications.filter(({ alarmKey, isHeld }) => !isHeld && !forgotten.has(alarmKey)), ...keep].map(
      (one) => one.dedupKey,
    ),
  )
  const resolved = [...new Set(closed.map(({ dedupKey }) => dedupKey))].filter((key) => !remaining.has(key))
  return { notice: isNothing ? null : { opened, closed, over, isDigest: held.length > 0, resolved }, keep, forget }
}

function isPast(since: Date, now: Date): boolean {
  return now.getTime() - since.getTime() >= SETTLE_MS
}

function byRank(a: Incident, b: Incident): number {
  return RANKS[ALARMS[a.kind].severity] - RANKS[ALARMS[b.kind].severity]
}

function dedupKeyOf(deployment: string, { key }: Incident): string {
  return `slipway:${deployment}:${key}`
}

function toNotification({ key, id, dedupKey }: Incident & { dedupKey: string }, isHeld: boolean): AlarmNotification {
  return { alarmKey: key, alarmId: id, isHeld, dedupKey }
}

/** Whether a moment is within quiet hours, which may span midnight. */
export function isQuiet({ from, until, timeZone }: QuietHours, at: Date): boolean {
  const options = { timeZone, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const
  const time = new Intl.DateTimeFormat('en-GB', options).format(at)
  return from < until ? from <= time && time < until : time >= from || time < until
}
