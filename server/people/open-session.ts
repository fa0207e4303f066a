import { and, count, eq, ne, or } from 'drizzle-orm'
import { newId } from '@/db/new-id'
import { sessions, users } from '@/db/schema'
import { secretId } from '@/db/secret-proof'
import type { PlatformRole } from '@/schemas/people/words'
import { inAccount, type OperatorCtx, type WorkerCtx } from '@/server/ctx'
import { env, slipwaySecrets } from '@/server/env'
import type { ApiError } from '@/server/errors'
import { queueMails, wakeMails } from '@/server/mail/queue-mails'
import { newSignIn } from '@/server/mail/templates/new-sign-in'
import { sessionTerms } from './session-terms'
import { createSessionToken, hashSessionToken } from './session-token'

/** The origin of a sign-in. */
export type SignInFrom = { clientIp: string | null; userAgent: string | null }

type User = typeof users.$inferSelect
type Opening = {
  person: Pick<User, 'id' | 'name' | 'email'> & { platformRole: PlatformRole | null }
  from: SignInFrom
  /** Checks the proofs again, in the transaction that locks the person's row. Throws if they no longer hold. */
  confirm: (account: OperatorCtx, user: User) => Promise<void>
  /** The error if the person was suspended meanwhile. */
  refusal: () => ApiError
}

/**
 * Opens a session for a person who proved all their factors, and returns the token for its cookie. The checks take
 * time: if the password is replaced, a passkey removed or the person suspended meanwhile, the other sessions are ended
 * and this one would remain. The lock orders such a change before this session or after it.
 */
export async function openSession(ctx: WorkerCtx, { person, from, confirm, refusal }: Opening): Promise<string> {
  const token = createSessionToken()
  const now = ctx.now()
  const session = {
    id: newId(),
    tokenHash: hashSessionToken(token),
    userId: person.id,
    ip: from.clientIp,
    userAgent: from.userAgent?.slice(0, 300) ?? null,
    lastSeenAt: now,
    verifiedAt: now,
    expiresAt: new Date(now.getTime() + sessionTerms(person.platformRole).maxMs),
    secretId: secretId(slipwaySecrets()[0]),
  }
  const actor = { type: 'user', id: person.id, name: person.name } as const
  await inAccount({ actor, requestId: newId() }, async (account) => {
    const [user] = await account.db
      .select()
      .from(users)
      .where(and(eq(users.id, person.id), eq(users.isActive, true)))
      .for('share')
    if (!user) throw refusal()
    await confirm(account, user)
    await account.db.insert(sessions).values(session)
    await notifyNewSignIn(account, { session, person })
  })
  return token
}

type Opened = { id: string; ip: string | null; userAgent: string | null }
type Reported = { session: Opened; person: { id: string; name: string; email: string } }

/**
 * Emails a person about a sign-in whose browser and address are both new among their sessions, except for the first
 * sign-in. Call it in the transaction that opens the session.
 */
async function notifyNewSignIn(ctx: OperatorCtx, { session, person }: Reported): Promise<void> {
  const { id, ip, userAgent } = session
  const others = and(eq(sessions.userId, person.id), ne(sessions.id, id))
  const known = [
    ...(ip === null ? [] : [eq(sessions.ip, ip)]),
    ...(userAgent === null ? [] : [eq(sessions.userAgent, userAgent)]),
  ]
  const [row] = await ctx.db
    .select({ all: count(), known: ctx.db.$count(sessions, and(others, or(...known))) })
    .from(sessions)
    .where(others)
  if (!row || row.all === 0 || known.length === 0 || row.known > 0) return
  const mail = newSignIn({ ...session, name: person.name, url: `${env().BASE_URL}/account/sessions`, at: ctx.now() })
  await queueMails(ctx, [{ ...mail, to: person.email, businessId: null, source: 'session', sourceId: id, onceKey: id }])
  ctx.afterCommit(wakeMails)
}
