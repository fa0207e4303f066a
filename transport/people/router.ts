import {
  acceptInvitationInput,
  changePasswordInput,
  codeInput,
  confirmEmailInput,
  invitationRef,
  invitePersonInput,
  personRef,
  proofInput,
  readLinkInput,
  requestEmailChangeInput,
  requestPasswordResetInput,
  sessionRef,
  setPasswordInput,
  setPersonActiveInput,
} from '@/schemas/people/contract'
import { addPasskeyInput, passkeyRef } from '@/schemas/people/passkeys'
import { workerCtx } from '@/server/ctx'
import { changePassword } from '@/server/people/change-password'
import { readCode } from '@/server/people/factors/consume-code'
import { beginTotp, confirmTotp, prepareTotp, readFirstCode } from '@/server/people/factors/enrol-totp'
import { getFactor } from '@/server/people/factors/get-factor'
import { removeFactor, replaceRecoveryCodes } from '@/server/people/factors/remove-factor'
import { verifyPerson } from '@/server/people/factors/verify-person'
import { acceptInvitation } from '@/server/people/links/accept-invitation'
import { confirmEmail } from '@/server/people/links/confirm-email'
import { joinBusiness } from '@/server/people/links/join-business'
import { listOwnInvitations } from '@/server/people/links/list-own-invitations'
import { readLink } from '@/server/people/links/read-link'
import { requestEmailChange } from '@/server/people/links/request-email-change'
import { requestPasswordReset } from '@/server/people/links/request-password-reset'
import { setPassword } from '@/server/people/links/set-password'
import { listPeople } from '@/server/people/list-people'
import { listSessions } from '@/server/people/list-sessions'
import { addPasskey } from '@/server/people/passkeys/add-passkey'
import { beginPasskey, beginPasskeyProof, beginPasskeySignIn } from '@/server/people/passkeys/begin-passkey'
import { removePasskey } from '@/server/people/passkeys/remove-passkey'
import { revokeOtherSessions, revokeSession } from '@/server/people/revoke-session'
import { setPersonActive } from '@/server/people/set-person-active'
import { inviteAsOperator } from '@/server/team/invite-as-operator'
import { resetFactorAsOperator } from '@/server/team/reset-factor'
import { sendPasswordResetAsOperator } from '@/server/team/send-password-reset-as-operator'
import { accountProcedure, preparedAccountProcedure, visitorProcedure } from '@/server/trpc/account-procedures'
import { personProcedure, publicProcedure, REQUIRES_FRESH_PROOF, router } from '@/server/trpc/init'
import { operatorProcedure, supportProcedure } from '@/server/trpc/platform-procedures'

/** Open to those who have to add a second factor before anything else. */
const FIRST = { beforeFactor: true }

export const peopleRouter = router({
  /** The signed-in person, or null. */
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
  /** A mutation, so that no address contains the token: addresses are logged. */
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
  invite: operatorProcedure
    .meta(REQUIRES_FRESH_PROOF)
    .input(invitePersonInput)
    .mutation(({ ctx, input }) => inviteAsOperator(ctx, input)),
  sendPasswordReset: operatorProcedure
    .meta(REQUIRES_FRESH_PROOF)
    .input(personRef)
    .mutation(({ ctx, input }) => sendPasswordResetAsOperator(ctx, input)),
  resetFactor: operatorProcedure
    .meta(REQUIRES_FRESH_PROOF)
    .input(personRef)
    .mutation(({ ctx, input }) => resetFactorAsOperator(ctx, input)),
  setActive: operatorProcedure
    .meta(REQUIRES_FRESH_PROOF)
    .input(setPersonActiveInput)
    .mutation(({ ctx, input }) => setPersonActive(ctx, input)),
  getFactor: personProcedure.meta(FIRST).query(({ ctx }) => getFactor(workerCtx(), ctx.person)),
  /** Verifies the person again, for procedures that require a fresh proof. */
  verify: preparedAccountProcedure
    .meta(FIRST)
    .input(proofInput)
    .mutation(async ({ ctx, input }) => {
      const { person } = ctx
      const code =
        input.code === undefined ? null : await readCode(workerCtx(), { userId: person.id, code: input.code })
      await ctx.inTransaction((account) => verifyPerson(account, { ...input, person, code }))
    }),
  /** Begins a fresh proof by a passkey; pass its response to `verify`. */
  beginPasskeyProof: accountProcedure.meta(FIRST).mutation(({ ctx }) => beginPasskeyProof(ctx, ctx.person)),
  /** Begins a sign-in by passkey; pass its response to next-auth, which opens the session. */
  beginPasskeySignIn: visitorProcedure.mutation(({ ctx }) => beginPasskeySignIn(ctx, { clientIp: ctx.clientIp })),
  beginPasskey: accountProcedure
    .meta({ ...FIRST, ...REQUIRES_FRESH_PROOF })
    .mutation(({ ctx }) => beginPasskey(ctx, ctx.person)),
  addPasskey: accountProcedure
    .meta({ ...FIRST, ...REQUIRES_FRESH_PROOF })
    .input(addPasskeyInput)
    .mutation(({ ctx, input }) => addPasskey(ctx, { ...input, person: ctx.person })),
  removePasskey: accountProcedure
    .meta(REQUIRES_FRESH_PROOF)
    .input(passkeyRef)
    .mutation(({ ctx, input }) => removePasskey(ctx, { ...input, person: ctx.person })),
  beginTotp: preparedAccountProcedure.meta({ ...FIRST, ...REQUIRES_FRESH_PROOF }).mutation(async ({ ctx }) => {
    const { person } = ctx
    const totp = await prepareTotp(person.email)
    return ctx.inTransaction((account) => beginTotp(account, { person, totp }))
  }),
  confirmTotp: preparedAccountProcedure
    .meta({ ...FIRST, ...REQUIRES_FRESH_PROOF })
    .input(codeInput)
    .mutation(async ({ ctx, input }) => {
      const { person } = ctx
      const pending = await readFirstCode(workerCtx(), { person, code: input.code })
      return ctx.inTransaction((account) => confirmTotp(account, { person, pending }))
    }),
  replaceRecoveryCodes: accountProcedure
    .meta(REQUIRES_FRESH_PROOF)
    .mutation(({ ctx }) => replaceRecoveryCodes(ctx, ctx.person)),
  removeFactor: accountProcedure.meta(REQUIRES_FRESH_PROOF).mutation(({ ctx }) => removeFactor(ctx, ctx.person)),
})
