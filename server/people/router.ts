import { workerCtx } from '@/server/ctx'
import { inviteByHand } from '@/server/team/invite-by-hand'
import { sendPasswordResetByHand } from '@/server/team/send-password-reset-by-hand'
import {
  accountProcedure,
  operatorProcedure,
  personProcedure,
  publicProcedure,
  router,
  supportProcedure,
  visitorProcedure,
} from '@/server/trpc/init'
import { changePassword } from './change-password'
import {
  acceptInvitationInput,
  changePasswordInput,
  confirmEmailInput,
  invitationRef,
  invitePersonInput,
  personRef,
  readLinkInput,
  requestEmailChangeInput,
  requestPasswordResetInput,
  sessionRef,
  setPasswordInput,
  setPersonActiveInput,
} from './contract'
import { acceptInvitation } from './links/accept-invitation'
import { confirmEmail } from './links/confirm-email'
import { joinBusiness } from './links/join-business'
import { listOwnInvitations } from './links/list-own-invitations'
import { readLink } from './links/read-link'
import { requestEmailChange } from './links/request-email-change'
import { requestPasswordReset } from './links/request-password-reset'
import { setPassword } from './links/set-password'
import { listPeople } from './list-people'
import { listSessions } from './list-sessions'
import { revokeOtherSessions, revokeSession } from './revoke-session'
import { setPersonActive } from './set-person-active'

export const peopleRouter = router({
  /** Who is signed in, or null. */
  getCurrent: publicProcedure.query(({ ctx }) => ctx.person),
  listSessions: personProcedure.query(({ ctx }) => listSessions(workerCtx(), ctx.person)),
  revokeSession: accountProcedure
    .input(sessionRef)
    .mutation(({ ctx, input }) => revokeSession(ctx, { person: ctx.person, sessionId: input.sessionId })),
  revokeOtherSessions: accountProcedure.mutation(({ ctx }) => revokeOtherSessions(ctx, ctx.person)),
  changePassword: accountProcedure
    .input(changePasswordInput)
    .mutation(({ ctx, input }) => changePassword(ctx, { ...input, person: ctx.person })),
  requestEmailChange: accountProcedure
    .input(requestEmailChangeInput)
    .mutation(({ ctx, input }) => requestEmailChange(ctx, { ...input, person: ctx.person })),
  listOwnInvitations: personProcedure.query(({ ctx }) => listOwnInvitations(workerCtx(), ctx.person)),
  joinBusiness: accountProcedure
    .input(invitationRef)
    .mutation(({ ctx, input }) => joinBusiness(ctx, { ...input, person: ctx.person })),
  /** A mutation, so that the token stands in no address: addresses are logged. */
  readLink: publicProcedure.input(readLinkInput).mutation(({ input }) => readLink(workerCtx(), input)),
  acceptInvitation: visitorProcedure
    .input(acceptInvitationInput)
    .mutation(({ ctx, input }) => acceptInvitation(ctx, input)),
  confirmEmail: visitorProcedure.input(confirmEmailInput).mutation(({ ctx, input }) => confirmEmail(ctx, input)),
  setPassword: visitorProcedure.input(setPasswordInput).mutation(({ ctx, input }) => setPassword(ctx, input)),
  requestPasswordReset: visitorProcedure
    .input(requestPasswordResetInput)
    .mutation(({ ctx, input }) => requestPasswordReset(ctx, { ...input, clientIp: ctx.clientIp })),
  list: supportProcedure.query(({ ctx }) => listPeople(ctx)),
  invite: operatorProcedure.input(invitePersonInput).mutation(({ ctx, input }) => inviteByHand(ctx, input)),
  sendPasswordReset: operatorProcedure
    .input(personRef)
    .mutation(({ ctx, input }) => sendPasswordResetByHand(ctx, input)),
  setActive: operatorProcedure.input(setPersonActiveInput).mutation(({ ctx, input }) => setPersonActive(ctx, input)),
})
