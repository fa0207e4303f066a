import { z } from 'zod'
import { lineOfText } from '@/schemas/text/contract'
import { type PasskeyView, passkeyAssertion, passkeySignInField } from './passkeys'
import {
  BUSINESS_ROLES,
  type BusinessRole,
  isPlatformRole,
  LINK_KINDS,
  type LinkKind,
  MIN_PASSWORD_LENGTH,
  PLATFORM_ROLES,
  type PlatformRole,
} from './words'

export const signInInput = z.object({
  email: z.string().trim().toLowerCase().pipe(z.email('Enter an email address').max(254)),
  password: z.string().min(1, 'Enter your password').max(200),
  /** A code of the authenticator app, or a recovery code; requested once the password is right. */
  code: lineOfText.max(40).optional(),
  /** The response of a passkey, instead of a code. */
  passkey: passkeySignInField.optional(),
})
export type SignInInput = z.infer<typeof signInInput>

/** The signed-in person, as procedures get it. */
export type Person = {
  id: string
  sessionId: string
  name: string
  email: string
  platformRole: PlatformRole | null
  hasFactor: boolean
  /** When the person last confirmed their presence in this session. */
  verifiedAt: Date | null
  memberships: readonly {
    businessId: string
    businessName: string
    role: BusinessRole
    /** Whether the business requires a second factor of its members. */
    requiresFactor: boolean
  }[]
}

export type SessionView = {
  id: string
  ip: string | null
  userAgent: string | null
  createdAt: string
  lastSeenAt: string
  isCurrent: boolean
}

export const codeInput = z.object({ code: lineOfText.min(1, 'Enter the code').max(40) })
export const proofInput = z
  .object({
    code: lineOfText.min(1, 'Enter the code').max(40).optional(),
    passkey: passkeyAssertion.optional(),
    password: z.string().min(1, 'Enter your password').max(200).optional(),
  })
  .refine(
    ({ code, passkey, password }) => (code ?? passkey ?? password) !== undefined,
    'Enter a code or your password, or use a passkey',
  )

/** A person's own second factors; `addedAt` is null without an authenticator app. */
export type FactorView = {
  addedAt: string | null
  passkeys: PasskeyView[]
  recoveryCodesLeft: number
  isRequired: boolean
}

export const sessionRef = z.object({ sessionId: z.uuid() })

export type PersonView = {
  id: string
  name: string
  email: string
  isActive: boolean
  platformRole: PlatformRole | null
  memberships: { businessId: string; businessName: string; role: BusinessRole }[]
  lastSeenAt: string | null
  createdAt: string
}

export const personName = lineOfText.min(1, 'Enter a name').max(100)
export const emailAddress = z.string().trim().toLowerCase().pipe(z.email('Enter an email address').max(254))
const newPassword = z.string().min(MIN_PASSWORD_LENGTH, `At least ${MIN_PASSWORD_LENGTH} characters`).max(200)

export const invitePersonInput = z
  .object({
    name: personName,
    email: emailAddress,
    role: z.enum([...BUSINESS_ROLES, ...PLATFORM_ROLES]),
    /** Needed for the roles of a business. */
    businessId: z.uuid().optional(),
  })
  .refine((input) => isPlatformRole(input.role) || input.businessId !== undefined, {
    path: ['businessId'],
    message: 'Choose the business this person belongs to',
  })
export type InvitePersonInput = z.infer<typeof invitePersonInput>

export const changePasswordInput = z.object({
  current: z.string().min(1, 'Enter your present password').max(200),
  next: newPassword,
})
export type ChangePasswordInput = z.infer<typeof changePasswordInput>

export const personRef = z.object({ personId: z.uuid() })
export const setPersonActiveInput = personRef.extend({ isActive: z.boolean() })

/** The part of a one-time link after `#`. */
const linkToken = z.string().regex(/^[\w-]{43}$/, 'The link is not complete: open it from the email again')

export const readLinkInput = z.object({ token: linkToken, kind: z.enum(LINK_KINDS) })
export type ReadLinkInput = z.output<typeof readLinkInput>
export const acceptInvitationInput = z.object({ token: linkToken, name: personName, password: newPassword })
export type AcceptInvitationInput = z.output<typeof acceptInvitationInput>
export const setPasswordInput = z.object({ token: linkToken, password: newPassword })
export type SetPasswordInput = z.output<typeof setPasswordInput>
export const confirmEmailInput = z.object({ token: linkToken })
export type ConfirmEmailInput = z.output<typeof confirmEmailInput>
export const requestPasswordResetInput = z.object({ email: emailAddress })
export type RequestPasswordResetInput = z.output<typeof requestPasswordResetInput>
export const requestEmailChangeInput = z.object({
  email: emailAddress,
  password: z.string().min(1, 'Enter your password').max(200),
})
export type RequestEmailChangeInput = z.output<typeof requestEmailChangeInput>
export const invitationRef = z.object({ invitationId: z.uuid() })

/** The content of the page that a link opens. */
export type LinkView = {
  kind: LinkKind
  /** The id of an invitation, for the person who is signed in with its address. */
  id: string
  email: string
  name: string | null
  role: BusinessRole | PlatformRole | null
  businessName: string | null
  /** The person has an account and accepts with it. */
  hasAccount: boolean
}

export type OwnInvitationView = { id: string; businessName: string; role: BusinessRole; expiresAt: string }

/** An operator's invitation into a business that has an owner, as it waits for a second operator. */
export const memberInvitation = z.object({
  name: personName,
  email: emailAddress,
  role: z.enum(BUSINESS_ROLES),
  businessId: z.uuid(),
})
export type MemberInvitation = z.infer<typeof memberInvitation>

/** An invitation of an operator or of support, as it waits for a second operator. */
export const staffInvitation = z.object({ name: personName, email: emailAddress, role: z.enum(PLATFORM_ROLES) })
/** A reset of a person's password or second factor, as it waits for a second operator, with their platform role. */
export const resetOfPerson = z.object({
  personId: z.uuid(),
  name: z.string(),
  role: z.enum(PLATFORM_ROLES).nullable(),
})
