import { and, count, eq, ne, or } from 'drizzle-orm'
import { sessions } from '@/db/schema'
import type { OperatorCtx } from '@/server/ctx'
import { env } from '@/server/env'
import { queueMails, wakeMails } from '@/server/mail/queue-mails'
import { newSignIn } from '@/server/mail/templates/new-sign-in'

type Opened = { id: string; ip: string | null; userAgent: string | null }
type Reported = { session: Opened; person: { id: string; name: string; email: string } }

/**
 * Mails a person that they signed in with a browser and from an address neither of which their kept sessions know. The
 * very first sign-in is not mailed. In the transaction that opens the session.
 */
export async function notifyNewSignIn(ctx: OperatorCtx, { session, person }: Reported): Promise<void> {
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
