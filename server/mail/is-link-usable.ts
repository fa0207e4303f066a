import { and, eq, gt, isNull } from 'drizzle-orm'
import { accountLinks, users } from '@/db/schema'
import type { WorkerCtx } from '@/server/ctx'

/** The source of an email with a one-time link. */
export const LINK_SOURCE = 'account-link'

/**
 * Whether the email of a one-time link is still needed: the link can be used, and a password reset belongs to a person
 * who may sign in. The requester gets a response before this is known, so that no response shows whether an account
 * exists.
 */
export async function isLinkUsable({ db, now }: WorkerCtx, linkId: string): Promise<boolean> {
  const [link] = await db
    .select({ kind: accountLinks.kind, email: accountLinks.email, userId: accountLinks.userId })
    .from(accountLinks)
    .where(
      and(
        eq(accountLinks.id, linkId),
        isNull(accountLinks.usedAt),
        isNull(accountLinks.revokedAt),
        gt(accountLinks.expiresAt, now()),
      ),
    )
  if (!link) return false
  if (link.kind === 'invitation') return true
  const isActive = eq(users.isActive, true)
  if (link.kind === 'password_reset') return (await db.$count(users, and(eq(users.email, link.email), isActive))) > 0
  const isTaken = (await db.$count(users, eq(users.email, link.email))) > 0
  if (link.userId === null || isTaken) return false
  return (await db.$count(users, and(eq(users.id, link.userId), isActive))) > 0
}
