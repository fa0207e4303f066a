import { and, eq } from 'drizzle-orm'
import { accountLinks, memberships } from '@/db/schema'
import type { InvitePersonInput, MemberInvitation } from '@/schemas/people/contract'
import { isPlatformRole } from '@/schemas/people/words'
import type { LinkOutcome } from '@/schemas/proposals/contract'
import type { OperatorCtx } from '@/server/ctx'
import { mailAccessChange } from '@/server/mail/mail-access-change'
import { invitePerson } from '@/server/people/invite-person'
import { isOpen } from '@/server/people/links/consume-link'
import type { CreatedLink } from '@/server/people/links/create-link'
import { createProposal } from '@/server/proposals/write-proposal'
import { hasOtherOperator } from './has-other-operator'

/**
 * An operator invites a person. A second operator must approve if that grants access to what others own: for operators
 * and support, who see every business, and for a business that has an owner, or an invited one. The only operator of a
 * platform acts alone.
 */
export async function inviteAsOperator(ctx: OperatorCtx, input: InvitePersonInput): Promise<LinkOutcome> {
  const { name, email, role, businessId } = input
  if (isPlatformRole(role)) {
    if (!(await hasOtherOperator(ctx))) return done(await invitePerson(ctx, input))
    await createProposal(ctx, { act: 'invite_staff', subject: email, input: { name, email, role }, valueMinor: null })
    return { state: 'proposed', link: null }
  }
  if (businessId === undefined) throw new Error('an invitation without a business')
  const invitation = { name, email, role, businessId }
  if (!(await hasOwner(ctx, businessId)) || !(await hasOtherOperator(ctx)))
    return done(await inviteIntoBusiness(ctx, invitation))
  await createProposal(ctx, { act: 'invite_member', subject: businessId, input: invitation, valueMinor: null })
  return { state: 'proposed', link: null }
}

/** Invites a person into a customer's business, and emails its owners. Throws as `invitePerson`. */
export async function inviteIntoBusiness(ctx: OperatorCtx, invitation: MemberInvitation): Promise<CreatedLink> {
  const created = await invitePerson(ctx, invitation)
  const { businessId, name, email, role } = invitation
  const change = { kind: 'invited', person: `${name} (${email})`, role } as const
  await mailAccessChange(ctx, { businessId, id: created.id, change })
  return created
}

async function hasOwner(ctx: OperatorCtx, businessId: string): Promise<boolean> {
  const isOwner = and(eq(memberships.memberOf, businessId), eq(memberships.role, 'owner'))
  if ((await ctx.db.$count(memberships, isOwner)) > 0) return true
  const isInvited = and(eq(accountLinks.memberOf, businessId), eq(accountLinks.role, 'owner'), isOpen(ctx))
  return (await ctx.db.$count(accountLinks, isInvited)) > 0
}

const done = ({ link }: CreatedLink): LinkOutcome => ({ state: 'done', link })
