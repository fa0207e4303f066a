/** The roles of a person in a business; each role includes the ones after it. */
export const BUSINESS_ROLES = ['owner', 'developer', 'viewer'] as const
export type BusinessRole = (typeof BUSINESS_ROLES)[number]

/** Roles over all businesses: support reads, the operator runs the platform. */
export const PLATFORM_ROLES = ['operator', 'support'] as const
export type PlatformRole = (typeof PLATFORM_ROLES)[number]

/** Whether a role applies to all businesses. */
export function isPlatformRole(role: BusinessRole | PlatformRole): role is PlatformRole {
  return PLATFORM_ROLES.some((platformRole) => platformRole === role)
}

/** Whether a role includes another. */
export function isAtLeast(role: BusinessRole, needed: BusinessRole): boolean {
  return BUSINESS_ROLES.indexOf(role) <= BUSINESS_ROLES.indexOf(needed)
}

/** The error code of a sign-in with the right password and without the second factor. */
export const CODE_NEEDED = 'Confirm with a code of your authenticator app or a passkey.'

export const MIN_PASSWORD_LENGTH = 12

/** The purposes of one-time links in emails. */
export const LINK_KINDS = ['invitation', 'password_reset', 'email_change'] as const
export type LinkKind = (typeof LINK_KINDS)[number]

/** The hours for which each kind of link can be used. */
export const LINK_HOURS = { invitation: 7 * 24, password_reset: 1, email_change: 24 } satisfies Record<LinkKind, number>

/** The proof that a person has to give: a code or a passkey if they have a second factor, else their password. */
export type Proof = 'code' | 'password'

/** The purposes of a passkey's response: adding it, signing in, or a fresh proof of a signed-in person. */
export const PASSKEY_PURPOSES = ['add', 'sign_in', 'proof'] as const
export type PasskeyPurpose = (typeof PASSKEY_PURPOSES)[number]

/** The maximum number of passkeys of a person. */
export const MAX_PASSKEYS = 10
