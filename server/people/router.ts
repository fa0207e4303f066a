import { workerCtx } from '@/server/ctx'
import { operatorProcedure, personProcedure, publicProcedure, router, supportProcedure } from '@/server/trpc/init'
import { invitePersonInput, sessionRef, setPersonActiveInput } from './contract'
import { invitePerson } from './invite-person'
import { listPeople } from './list-people'
import { listSessions } from './list-sessions'
import { revokeOtherSessions, revokeSession } from './revoke-session'
import { setPersonActive } from './set-person-active'

export const peopleRouter = router({
  /** Who is signed in, or null. */
  current: publicProcedure.query(({ ctx }) => ctx.person),
  sessions: personProcedure.query(({ ctx }) => listSessions(workerCtx(), ctx.person)),
  revokeSession: personProcedure
    .input(sessionRef)
    .mutation(({ ctx, input }) => revokeSession(workerCtx(), { person: ctx.person, sessionId: input.sessionId })),
  revokeOtherSessions: personProcedure.mutation(({ ctx }) => revokeOtherSessions(workerCtx(), ctx.person)),
  list: supportProcedure.query(({ ctx }) => listPeople(ctx)),
  invite: operatorProcedure.input(invitePersonInput).mutation(({ ctx, input }) => invitePerson(ctx, input)),
  setActive: operatorProcedure.input(setPersonActiveInput).mutation(({ ctx, input }) => setPersonActive(ctx, input)),
})
