/** What a person may do in a business; each role includes the ones after it. */
export const BUSINESS_ROLES = ['owner', 'developer', 'viewer'] as const
export type BusinessRole = (typeof BUSINESS_ROLES)[number]

/** Roles over all businesses: support reads, the operator runs the platform. */
export const PLATFORM_ROLES = ['operator', 'support'] as const
export type PlatformRole = (typeof PLATFORM_ROLES)[number]

/** Whether a role is over all businesses. */
export function isPlatformRole(role: BusinessRole | PlatformRole): role is PlatformRole {
  return PLATFORM_ROLES.some((platformRole) => platformRole === role)
}

/** Whether a role includes another. */
export function isAtLeast(role: BusinessRole, needed: BusinessRole): boolean {
  return BUSINESS_ROLES.indexOf(role) <= BUSINESS_ROLES.indexOf(needed)
}

export const MIN_PASSWORD_LENGTH = 12
