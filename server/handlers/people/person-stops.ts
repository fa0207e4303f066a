import { randomUUID } from 'node:crypto'
import { and, eq, lte } from 'drizzle-orm'
import { memberships, passkeys, recoveryCodes, totpSecrets, users } from '@/db/schema'
import { appendAudit } from '@/server/audit/append-audit'
import { appendPlatformAudit } from '@/server/audit/append-platform-audit'
import type { OperatorCtx } from '@/server/ctx'
import { hasSecondFactor } from '@/server/people/factors/consume-code'
import { hashPassword } from '@/server/people/password'
import { revokeSessionsOf } from '@/server/people/revoke-session'
import { auditedStops } from '@/server/recovery/audited-stops'
import type { StopKind } from '@/server/recovery/stop'

const detail = { reason: 'It had ended before a backup was restored' }
const PASSWORD_ENDED = 'person.password_ended'

export const STOPS_OF_PEOPLE = {
  member: auditedStops({
    stopped: ['member.removed'],
    lifted: ['invitation.accepted'],
    subjectOf: ({ businessId, target }) => `${businessId} ${target}`,
    async apply(ctx, { subject }) {
      const [businessId = '', userId = ''] = subject.split(' ')
      const removed = await ctx.db
        .delete(memberships)
        .where(and(eq(memberships.memberOf, businessId), eq(memberships.userId, userId)))
        .returning()
      if (removed.length === 0) return
      const entry = { action: 'member.removed', target: userId, detail } as const
      await appendAudit({ ...ctx, businessId, projectId: null }, entry)
    },
  }),
  person: auditedStops({
    stopped: ['person.switched_off'],
    lifted: ['person.switched_on'],
    async apply(ctx, { subject }) {
      const off = await ctx.db
        .update(users)
        .set({ isActive: false })
        .where(and(eq(users.id, subject), eq(users.isActive, true)))
        .returning({ id: users.id })
      if (off.length === 0) return
      await revokeSessionsOf(ctx, subject)
      await appendPlatformAudit(ctx, { action: 'person.switched_off', target: subject, detail })
    },
  }),
  /** The hash of the newer password is stored nowhere else, so the person sets a new password by email. */
  password: auditedStops({
    stopped: ['person.password_set', 'person.password_changed', PASSWORD_ENDED],
    apply: (ctx, { subject }) => endPassword(ctx, subject),
  }),
  passkey: auditedStops({
    stopped: ['person.passkey_removed'],
    subjectOf: ({ target, detail: { passkeyId } }) => `${target} ${passkeyId}`,
    async apply(ctx, { subject }) {
      const [userId = '', passkeyId = ''] = subject.split(' ')
      const removed = await ctx.db
        .delete(passkeys)
        .where(and(eq(passkeys.userId, userId), eq(passkeys.id, passkeyId)))
        .returning({ id: passkeys.id })
      if (removed.length === 0) return
      await endSignIns(ctx, userId)
      await appendPlatformAudit(ctx, {
        action: 'person.passkey_removed',
        target: userId,
        detail: { ...detail, passkeyId },
      })
    },
  }),
  /** A reset ends passkeys too. */
  authenticator_app: auditedStops({
    stopped: ['person.second_factor_removed', 'person.second_factor_reset', 'person.second_factor_added'],
    async apply(ctx, { subject: userId, at }) {
      const removed = await ctx.db
        .delete(totpSecrets)
        .where(and(eq(totpSecrets.userId, userId), lte(totpSecrets.createdAt, new Date(at))))
        .returning({ id: totpSecrets.id })
      if (removed.length === 0) return
      await endSignIns(ctx, userId)
      await appendPlatformAudit(ctx, { action: 'person.second_factor_removed', target: userId, detail })
    },
  }),
  all_passkeys: auditedStops({
    stopped: ['person.second_factor_reset'],
    async apply(ctx, { subject: userId, at }) {
      const removed = await ctx.db
        .delete(passkeys)
        .where(and(eq(passkeys.userId, userId), lte(passkeys.createdAt, new Date(at))))
        .returning({ id: passkeys.id })
      if (removed.length === 0) return
      await endSignIns(ctx, userId)
      for (const { id: passkeyId } of removed)
        await appendPlatformAudit(ctx, {
          ...{ action: 'person.passkey_removed', target: userId, detail: { ...detail, passkeyId } },
        })
    },
  }),
  recovery_codes: auditedStops({
    stopped: [
      'person.second_factor_codes_replaced',
      'person.second_factor_reset',
      'person.second_factor_recovery_used',
    ],
    async apply(ctx, { subject: userId, at }) {
      await ctx.db
        .delete(recoveryCodes)
        .where(and(eq(recoveryCodes.userId, userId), lte(recoveryCodes.createdAt, new Date(at))))
    },
  }),
} as const satisfies Record<string, StopKind>

async function endPassword(ctx: OperatorCtx, userId: string): Promise<void> {
  const ended = await ctx.db
    .update(users)
    .set({ passwordHash: await hashPassword(randomUUID()) })
    .where(eq(users.id, userId))
    .returning({ id: users.id })
  if (ended.length === 0) return
  // The restored one may have been used before it ends.
  await revokeSessionsOf(ctx, userId)
  await appendPlatformAudit(ctx, { action: PASSWORD_ENDED, target: userId, detail })
}

/**
 * Ends the sessions of a factor that is removed. The newer factor may be missing from the backup, and without a factor
 * a password alone would sign in.
 */
async function endSignIns(ctx: OperatorCtx, userId: string): Promise<void> {
  await revokeSessionsOf(ctx, userId)
  if (!(await hasSecondFactor(ctx, userId))) await endPassword(ctx, userId)
}
