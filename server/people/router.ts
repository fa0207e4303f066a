import { workerCtx } from '@/server/ctx'
import {
  accountProcedure,
  operatorProcedure,
  personProcedure,
  publicProcedure,
  router,
  supportProcedure,
} from '@/server/trpc/init'
import { changePassword } from './change-password'
import { changePasswordInput, invitePersonInput, personRef, sessionRef, setPersonActiveInput } from './contract'
import { invitePerson } from './invite-person'
import { listPeople } from './list-people'
import { listSessions } from './list-sessions'
import { resetPassword } from './reset-password'
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
  list: supportProcedure.query(({ ctx }) => listPeople(ctx)),
  invite: operatorProcedure.input(invitePersonInput).mutation(({ ctx, input }) => invitePerson(ctx, input)),
  resetPassword: operatorProcedure.input(personRef).mutation(({ ctx, input }) => resetPassword(ctx, input)),
  setActive: operatorProcedure.input(setPersonActiveInput).mutation(({ ctx, input }) => setPersonActive(ctx, input)),
})
