import { v7 } from 'uuid'
import { inAccount } from '@/server/ctx'
import { acceptInvitation } from '@/server/people/links/accept-invitation'

export const VISITOR = { actor: { type: 'system', id: 'visitor' }, requestId: v7() } as const
export const NEW_PASSWORD = 'a long new password'

/** The token of a link that was handed over. Throws if it was mailed. */
export function tokenOf(link: string | null): string {
  const token = link?.split('#')[1]
  if (!token) throw new Error('this link was mailed')
  return token
}

/** Opens the account an invitation is for, with `NEW_PASSWORD`. */
export function acceptLink(link: string | null, name = 'New Person'): Promise<{ email: string }> {
  return inAccount(VISITOR, (ctx) => acceptInvitation(ctx, { token: tokenOf(link), name, password: NEW_PASSWORD }))
}
