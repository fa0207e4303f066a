import { invitationRef } from '@/schemas/people/contract'
import {
  changeRoleInput,
  factorRequirement,
  inviteMemberInput,
  memberRef,
  openInvitationFilter,
} from '@/schemas/team/contract'
import { resendInvitationAsOperator, withdrawInvitationAsOperator } from '@/server/team/change-invitation-as-operator'
import { changeRole } from '@/server/team/change-role'
import { getFactorRequirement, setFactorRequirement } from '@/server/team/factor-requirement'
import { inviteMember } from '@/server/team/invite-member'
import { listInvitations } from '@/server/team/list-invitations'
import { listMembers } from '@/server/team/list-members'
import { listOpenInvitations } from '@/server/team/list-open-invitations'
import { removeMember } from '@/server/team/remove-member'
import { resendInvitation } from '@/server/team/resend-invitation'
import { resetFactorOfMember } from '@/server/team/reset-factor'
import { transferOwnership } from '@/server/team/transfer-ownership'
import { withdrawInvitation } from '@/server/team/withdraw-invitation'
import { teamProcedure } from '@/server/trpc/business-procedures'
import { REQUIRES_FRESH_PROOF, router } from '@/server/trpc/init'
import { operatorProcedure, supportProcedure } from '@/server/trpc/platform-procedures'

const LEAVERS = { whileSuspended: 'who left must not come back with the business' }

export const teamRouter = router({
  listMembers: teamProcedure('viewer').query(({ ctx }) => listMembers(ctx, { showsFactors: ctx.role === 'owner' })),
  getFactorRequirement: teamProcedure('viewer').query(({ ctx }) => getFactorRequirement(ctx)),
  setFactorRequirement: teamProcedure('owner')
    .meta(REQUIRES_FRESH_PROOF)
    .input(factorRequirement)
    .mutation(({ ctx, input }) => setFactorRequirement(ctx, { ...input, person: ctx.person })),
  listInvitations: teamProcedure('viewer').query(({ ctx }) => listInvitations(ctx)),
  inviteMember: teamProcedure('owner')
    .meta(REQUIRES_FRESH_PROOF)
    .input(inviteMemberInput)
    .mutation(({ ctx, input: { email, role } }) => inviteMember(ctx, { email, role })),
  resendInvitation: teamProcedure('owner')
    .meta(REQUIRES_FRESH_PROOF)
    .input(invitationRef)
    .mutation(({ ctx, input }) => resendInvitation(ctx, input)),
  withdrawInvitation: teamProcedure('owner', LEAVERS)
    .input(invitationRef)
    .mutation(({ ctx, input }) => withdrawInvitation(ctx, input)),
  listInvitationsOfAll: supportProcedure
    .input(openInvitationFilter)
    .query(({ ctx, input }) => listOpenInvitations(ctx, input)),
  resendInvitationOfAll: operatorProcedure
    .meta(REQUIRES_FRESH_PROOF)
    .input(invitationRef)
    .mutation(({ ctx, input }) => resendInvitationAsOperator(ctx, input)),
  withdrawInvitationOfAll: operatorProcedure
    .input(invitationRef)
    .mutation(({ ctx, input }) => withdrawInvitationAsOperator(ctx, input)),
  changeRole: teamProcedure('owner')
    .meta(REQUIRES_FRESH_PROOF)
    .input(changeRoleInput)
    .mutation(({ ctx, input }) => changeRole(ctx, input)),
  removeMember: teamProcedure('owner', LEAVERS)
    .meta(REQUIRES_FRESH_PROOF)
    .input(memberRef)
    .mutation(({ ctx, input }) => removeMember(ctx, input)),
  resetFactor: teamProcedure('owner')
    .meta(REQUIRES_FRESH_PROOF)
    .input(memberRef)
    .mutation(({ ctx, input }) => resetFactorOfMember(ctx, input)),
  transferOwnership: teamProcedure('owner', { lowersOwnRole: true })
    .meta(REQUIRES_FRESH_PROOF)
    .input(memberRef)
    .mutation(({ ctx, input }) => transferOwnership(ctx, input)),
})
