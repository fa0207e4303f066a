/** The roles of a person in a business; each role includes the ones after it. */
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

/** The answer of sign-in where the password is right and a code is missing. */
export const CODE_NEEDED = 'Enter the code your authenticator app shows.'

export const MIN_PASSWORD_LENGTH = 12

/** The purposes of one-time links in mails. */
export const LINK_KINDS = ['invitation', 'password_reset', 'email_change'] as const
export type LinkKind = (typeof LINK_KINDS)[number]

/** The hours for which each kind of link can be used. */
export const LINK_HOURS = { invitation: 7 * 24, password_reset: 1, email_change: 24 } satisfies Record<LinkKind, number>

/**
 * The proof that a person is asked for: a code where they have a second factor, their password where they have none.
 */
export type Proof = 'code' | 'password'
