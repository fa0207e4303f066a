import {
  AREA_STATES,
  type AreaState,
  type StatusDay,
  type StatusPage,
  type StatusSubject,
} from '@/schemas/status/contract'
import { MS_PER_DAY } from '@/server/durations'
import { type Incident, type StatusAlarm, toIncidents } from './to-incidents'

export const STATUS_DAYS = 90
const LISTED_DAYS = 30
const MAX_LISTED = 50
const MS_PER_MINUTE = 60_000

export type KnownArea = { id: string; subject: StatusSubject; since: Date }

/** The public status of each area at `now`. Alarms about other areas are left out. */
export function toStatusPage(areas: readonly KnownArea[], alarms: readonly StatusAlarm[], now: Date): StatusPage {
  const known = new Set(areas.map(({ id }) => id))
  const incidents = toIncidents(alarms).filter(({ areaId }) => known.has(areaId))
  const views = areas.map(({ id, subject, since }) => {
    const own = incidents.filter(({ areaId }) => areaId === id)
    const open = own.filter(({ closedAt }) => closedAt === null)
    const [first = null] = open
      .map(({ openedAt }) => openedAt)
      .toSorted((one, other) => one.getTime() - other.getTime())
    return { id, subject, state: worstOf(open), since: first?.toISOString() ?? null, days: toDays(own, since, now) }
  })
  return {
    checkedAt: now.toISOString(),
    state: worstOf(views),
    areas: views,
    incidents: toListed(incidents, now),
  }
}

function worstOf(all: readonly { state: AreaState }[]): AreaState {
  const worst = Math.max(0, ...all.map(({ state }) => AREA_STATES.indexOf(state)))
  return AREA_STATES[worst] ?? 'operational'
}

function toListed(incidents: readonly Incident[], now: Date): StatusPage['incidents'] {
  const since = now.getTime() - LISTED_DAYS * MS_PER_DAY
  const newest = incidents
    .filter(({ closedAt }) => closedAt === null || closedAt.getTime() > since)
    .toSorted((one, other) => other.openedAt.getTime() - one.openedAt.getTime())
  const open = newest.filter(({ closedAt }) => closedAt === null)
  const closed = newest.filter(({ closedAt }) => closedAt !== null)
  return [...open, ...closed].slice(0, MAX_LISTED).map((incident) => ({
    ...incident,
    openedAt: incident.openedAt.toISOString(),
    closedAt: incident.closedAt?.toISOString() ?? null,
  }))
}

function toDays(incidents: readonly Incident[], since: Date, now: Date): StatusDay[] {
  const today = Math.floor(now.getTime() / MS_PER_DAY) * MS_PER_DAY
  return Array.from({ length: STATUS_DAYS }, (_, at) => {
    const start = today - (STATUS_DAYS - 1 - at) * MS_PER_DAY
    const end = Math.min(start + MS_PER_DAY, now.getTime())
    const day = new Date(start).toISOString().slice(0, 10)
    if (since.getTime() >= start + MS_PER_DAY) return { day, state: null, minutes: 0 }
    const touching = incidents.filter(
      ({ openedAt, closedAt }) => openedAt.getTime() < end && (closedAt === null || closedAt.getTime() > start),
    )
    return { day, state: worstOf(touching), minutes: Math.ceil(coveredMs(touching, start, end) / MS_PER_MINUTE) }
  })
}

/** The part of the time from `start` to `end` that any of the incidents covers; they are in order of their start. */
function coveredMs(incidents: readonly Incident[], start: number, end: number): number {
  let covered = 0
  let reached = start
  for (const { openedAt, closedAt } of incidents) {
    const from = Math.max(reached, openedAt.getTime())
    const until = Math.min(end, closedAt?.getTime() ?? end)
    if (until <= from) continue
    covered += until - from
    reached = until
  }
  return covered
}
