import { z } from 'zod'
import type { PROVIDER_NAMES } from '@/schemas/payments/providers/words'

/** The state of an area, the best first. */
export const AREA_STATES = ['operational', 'degraded', 'down'] as const
export type AreaState = (typeof AREA_STATES)[number]

export type StatusSubject =
  | { kind: 'api' | 'webhooks' }
  | { kind: 'chain'; name: string; network: 'MAINNET' | 'TESTNET' }
  | { kind: 'provider'; name: (typeof PROVIDER_NAMES)[number] }

export type StatusDay = {
  /** `2026-11-27`, in UTC. */
  day: string
  /** The worst state of the day; null before the area existed. */
  state: AreaState | null
  /** The time for which it was not operational, rounded up. */
  minutes: number
}

export type StatusArea = {
  id: string
  subject: StatusSubject
  state: AreaState
  /** The time from which it is not operational; null while it is. */
  since: string | null
  /** The last 90 days, oldest first; the last one is today. */
  days: StatusDay[]
}

export type StatusIncident = {
  areaId: string
  title: string
  state: AreaState
  openedAt: string
  /** Null while it lasts. */
  closedAt: string | null
}

export type StatusPage = {
  checkedAt: string
  /** The worst state of any area. */
  state: AreaState
  areas: StatusArea[]
  /** Open ones first, then the newest of the last 30 days. */
  incidents: StatusIncident[]
}

export type StatusSetting = { isPublic: boolean; url: string }

export const setStatusPageInput = z.object({ isPublic: z.boolean() })
export type SetStatusPageInput = z.output<typeof setStatusPageInput>
