export const BUSINESS_STATUSES = ['active', 'suspended'] as const
export type BusinessStatus = (typeof BUSINESS_STATUSES)[number]

/** The suspension that stops a project from working: its own, or that of its business. */
export type SuspensionScope = 'project' | 'business'

export const SUSPENSION_TEXTS = {
  project: 'The project is suspended: nothing can be changed until support resumes it',
  business: 'The business is suspended: nothing can be changed until support resumes it',
} as const satisfies Record<SuspensionScope, string>

/** The suspension that stops a project, the one of its business first; null if there is none. */
export function findSuspension({
  status,
  businessStatus,
}: {
  status: BusinessStatus
  businessStatus: BusinessStatus
}): SuspensionScope | null {
  if (businessStatus !== 'active') return 'business'
  return status === 'active' ? null : 'project'
}
