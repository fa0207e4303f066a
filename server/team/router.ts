import { invitationRef } from '@/server/people/contract'
import { router, teamProcedure } from '@/server/trpc/init'
import { changeRole } from './change-role'
import { changeRoleInput, inviteMemberInput, memberRef } from './contract'
import { inviteMember } from './invite-member'
import { listInvitations } from './list-invitations'
import { listMembers } from './list-members'
import { removeMember } from './remove-member'
import { resendInvitation } from './resend-invitation'
import { transferOwnership } from './transfer-ownership'
import { withdrawInvitation } from './withdraw-invitation'

const LEAVERS = { whileSuspended: 'who left must not come back with the business' }

export const teamRouter = router({
  listMembers: teamProcedure('viewer').query(({ ctx }) => listMembers(ctx)),
  listInvitations: teamProcedure('viewer').query(({ ctx }) => listInvitations(ctx)),
  inviteMember: teamProcedure('owner')
    .input(inviteMemberInput)
    .mutation(({ ctx, input: { email, role } }) => inviteMember(ctx, { email, role })),
  resendInvitation: teamProcedure('owner')
    .input(invitationRef)
    .mutation(({ ctx, input }) => resendInvitation(ctx, input)),
  withdrawInvitation: teamProcedure('owner', LEAVERS)
    .input(invitationRef)
    .mutation(({ ctx, input }) => withdrawInvitation(ctx, input)),
  changeRole: teamProcedure('owner')
    .input(changeRoleInput)
    .mutation(({ ctx, input }) => changeRole(ctx, input)),
  removeMember: teamProcedure('owner', LEAVERS)
    .input(memberRef)
    .mutation(({ ctx, input }) => removeMember(ctx, input)),
  transferOwnership: teamProcedure('owner')
    .input(memberRef)
    .mutation(({ ctx, input }) => transferOwnership(ctx, input)),
})
