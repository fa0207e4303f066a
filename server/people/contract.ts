import { z } from 'zod'
import { lineOfText } from '@/server/text/contract'
import {
  BUSINESS_ROLES,
  type BusinessRole,
  isPlatformRole,
  MIN_PASSWORD_LENGTH,
  PLATFORM_ROLES,
  type PlatformRole,
} from './words'

export const signInInput = z.object({
  email: z.string().trim().toLowerCase().pipe(z.email('Enter an e-mail address').max(254)),
  password: z.string().min(1, 'Enter your password').max(200),
})
export type SignInInput = z.infer<typeof signInInput>

/** Who is signed in, as every procedure sees it. */
export type Person = {
  id: string
  sessionId: string
  name: string
  email: string
  platformRole: PlatformRole | null
  memberships: readonly { businessId: string; businessName: string; role: BusinessRole }[]
}

export type SessionView = {
  id: string
  ip: string | null
  userAgent: string | null
  createdAt: string
  lastSeenAt: string
  isCurrent: boolean
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

export const invitePersonInput = z
  .object({
    name: lineOfText.min(1, 'Enter a name').max(100),
    email: z.string().trim().toLowerCase().pipe(z.email('Enter an e-mail address').max(254)),
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
  next: z.string().min(MIN_PASSWORD_LENGTH, `At least ${MIN_PASSWORD_LENGTH} characters`).max(200),
})
export type ChangePasswordInput = z.infer<typeof changePasswordInput>

export const personRef = z.object({ personId: z.uuid() })
export const setPersonActiveInput = personRef.extend({ isActive: z.boolean() })
