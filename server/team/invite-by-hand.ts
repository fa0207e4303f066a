import type { InvitePersonInput } from '@/schemas/people/contract'
import { isPlatformRole } from '@/schemas/people/words'
import type { LinkOutcome } from '@/schemas/proposals/contract'
import type { OperatorCtx } from '@/server/ctx'
import { invitePerson } from '@/server/people/invite-person'
import { createProposal } from '@/server/proposals/write-proposal'
import { hasOtherOperator } from './has-other-operator'

/**
 * An operator invites a person. Operators and support see every business, so a second operator has to approve; the only
 * operator of a platform acts alone.
 */
export async function inviteByHand(ctx: OperatorCtx, input: InvitePersonInput): Promise<LinkOutcome> {
  if (isPlatformRole(input.role) && (await hasOtherOperator(ctx))) {
    const { name, email, role } = input
    await createProposal(ctx, { act: 'invite_staff', subject: email, input: { name, email, role }, valueMinor: null })
    return { state: 'proposed', link: null }
  }
  const { link } = await invitePerson(ctx, input)
  return { state: 'done', link }
}
