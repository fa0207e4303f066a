import { z } from 'zod'
import { reasonText } from '@/schemas/text/contract'
import { type Page, pageNumber } from '@/server/paging'
import { PROVIDER_EVENT_STATES, PROVIDER_NAMES, type ProviderEventState } from './words'

export const setProviderActiveInput = z.object({ name: z.enum(PROVIDER_NAMES), isActive: z.boolean() })

export const providerEventFilter = z.object({
  state: z.enum(PROVIDER_EVENT_STATES).nullable().default(null),
  page: pageNumber,
})
export type ProviderEventFilter = z.output<typeof providerEventFilter>

export const providerEventRef = z.object({ eventId: z.uuid() })

/** Ignores an event, with the reason. */
export const ignoreProviderEventInput = providerEventRef.extend({ reason: reasonText })
export type IgnoreProviderEventInput = z.output<typeof ignoreProviderEventInput>

/** `unconfigured`: its keys are not in the environment. */
export type ProviderView = {
  name: (typeof PROVIDER_NAMES)[number]
  state: 'active' | 'off' | 'failing' | 'unconfigured'
  isActive: boolean
  lastOkAt: string | null
  failingSince: string | null
  lastFailedAt: string | null
  lastFailure: string | null
  waitingEvents: number
  deadEvents: number
}

export type ProviderEventView = {
  id: string
  provider: (typeof PROVIDER_NAMES)[number]
  kind: 'paid' | 'rejected' | 'refund' | 'other'
  reference: string | null
  state: ProviderEventState
  attempts: number
  nextAttemptAt: string | null
  error: string | null
  receivedAt: string
  handledAt: string | null
}
export type ProviderEventPage = Page<ProviderEventView>

/** One day (UTC) of one provider. Naira in major units. */
export type ReconciliationView = {
  id: string
  provider: (typeof PROVIDER_NAMES)[number]
  day: string
  /** `incomplete`: the provider's list could not be read to its end; `problem` says why. */
  state: 'equal' | 'different' | 'incomplete'
  theirCount: number
  theirAmount: string
  ourCount: number
  ourAmount: string
  broughtCount: number
  unmatchedCount: number
  problem: string | null
  comparedAt: string
}
