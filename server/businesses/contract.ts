import { z } from 'zod'
import { lineOfText } from '@/server/text/contract'

export const BUSINESS_STATUSES = ['active', 'suspended'] as const
export type BusinessStatus = (typeof BUSINESS_STATUSES)[number]

export const businessRef = z.object({ businessId: z.uuid() })

export const createBusinessInput = z.object({
  name: lineOfText.min(2, 'Enter a name of at least 2 characters').max(80),
})
export const setBusinessStatusInput = businessRef.extend({ status: z.enum(BUSINESS_STATUSES) })

export type BusinessView = {
  id: string
  name: string
  slug: string
  status: BusinessStatus
  projectCount: number
  peopleCount: number
  createdAt: string
}

export type BusinessDetail = {
  id: string
  name: string
  slug: string
  status: BusinessStatus
  createdAt: string
  projects: {
    id: string
    name: string
    status: 'active' | 'suspended'
    testnetsOnly: boolean
    liveKeys: number
    createdAt: string
  }[]
  people: { id: string; name: string; email: string; role: 'owner' | 'developer' | 'viewer'; isActive: boolean }[]
}

/** What keeps a project from working: its own suspension or its business's. */
export type Suspended = 'project' | 'business'

export const SUSPENDED_TEXTS = {
  project: 'The project is suspended: nothing can be changed until support resumes it',
  business: 'The business is suspended: nothing can be changed until support resumes it',
} as const satisfies Record<Suspended, string>

export function suspendedOf({
  status,
  businessStatus,
}: {
  status: BusinessStatus
  businessStatus: BusinessStatus
}): Suspended | null {
  if (businessStatus !== 'active') return 'business'
  return status === 'active' ? null : 'project'
}
