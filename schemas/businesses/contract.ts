import { z } from 'zod'
import { emailAddress, personName } from '@/schemas/people/contract'
import { lineOfText } from '@/schemas/text/contract'
import { BUSINESS_STATUSES, type BusinessStatus } from './words'

export const businessRef = z.object({ businessId: z.uuid() })

export const createBusinessInput = z.object({
  name: lineOfText.min(2, 'Enter a name of at least 2 characters').max(80),
  ownerName: personName,
  ownerEmail: emailAddress,
})
export type CreateBusinessInput = z.output<typeof createBusinessInput>
export const setBusinessStatusInput = businessRef.extend({ status: z.enum(BUSINESS_STATUSES) })

export type BusinessView = {
  id: string
  name: string
  slug: string
  status: BusinessStatus
  projectCount: number
  peopleCount: number
  /** Projects with a plan that never had an API key: the operator issues the first pair. */
  awaitingKeys: number
  createdAt: string
}

/** Figures of the last 30 days, except for the last two fields. */
export type BusinessActivity = {
  /** On mainnets. */
  volumeUsd: string
  transactions: { ok: number; failed: number }
  /** When an API key was last used; null for never. */
  lastCallAt: string | null
  /** Webhook endpoints and event subscriptions that accept no deliveries now, or are paused because of that. */
  failingDestinations: number
}

export type BusinessDetail = {
  id: string
  name: string
  slug: string
  status: BusinessStatus
  createdAt: string
  activity: BusinessActivity
  projects: {
    id: string
    name: string
    status: 'active' | 'suspended'
    testnetsOnly: boolean
    liveKeys: number
    createdAt: string
    activity: BusinessActivity
  }[]
  people: { id: string; name: string; email: string; role: 'owner' | 'developer' | 'viewer'; isActive: boolean }[]
}
