import { z } from 'zod'
import { emailAddress } from '@/schemas/people/contract'
import { BUSINESS_ROLES, type BusinessRole, type PlatformRole } from '@/schemas/people/words'

export const memberRef = z.object({ userId: z.uuid() })
export const inviteMemberInput = z.object({ email: emailAddress, role: z.enum(BUSINESS_ROLES) })
export type InviteMemberInput = z.output<typeof inviteMemberInput>
export const changeRoleInput = memberRef.extend({ role: z.enum(BUSINESS_ROLES) })
export type ChangeRoleInput = z.output<typeof changeRoleInput>

export const factorRequirement = z.object({ isRequired: z.boolean() })
/** Whether the business requires a second factor of its members. */
export type FactorRequirement = z.output<typeof factorRequirement>

/** A person of the business. */
export type MemberView = {
  userId: string
  name: string
  email: string
  role: BusinessRole
  /** False: an operator switched the sign-in off. */
  isActive: boolean
  /** Whether they have a second factor; null for viewers who are not owners. */
  hasFactor: boolean | null
  /** The viewer. */
  isSelf: boolean
  lastSeenAt: string | null
}

/** An invitation that was not accepted yet. */
export type InvitationView = {
  id: string
  email: string
  role: BusinessRole
  invitedBy: string
  createdAt: string
  expiresAt: string
}

/** The business whose open invitations operators list; all businesses without it. */
export const openInvitationFilter = z.object({ businessId: z.uuid().optional() })
export type OpenInvitationFilter = z.output<typeof openInvitationFilter>

/** An open invitation as operators see it. Those to the platform belong to no business. */
export type OpenInvitationView = Omit<InvitationView, 'role'> & {
  role: BusinessRole | PlatformRole
  /** The name that the inviter gave for the person. */
  name: string | null
  business: { id: string; name: string } | null
}
