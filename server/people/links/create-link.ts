import { and, eq, isNull, sql } from 'drizzle-orm'
import { accountLinks } from '@/db/schema'
import { LINK_HOURS, type LinkKind } from '@/schemas/people/words'
import { actorName } from '@/server/actor-name'
import type { OperatorCtx } from '@/server/ctx'
import { env } from '@/server/env'
import { LINK_SOURCE } from '@/server/mail/is-link-usable'
import { SECRET_MARK } from '@/server/mail/mail-secret'
import { type MailBody, queueMails, wakeMails } from '@/server/mail/queue-mails'
import { createLinkToken, hashLinkToken, linkUrl } from './link-token'

const MS_PER_HOUR = 3_600_000

type LinkCtx = Pick<OperatorCtx, 'db' | 'actor' | 'now' | 'afterCommit'>

type NewLink = Pick<typeof accountLinks.$inferInsert, 'email' | 'name' | 'role' | 'memberOf' | 'userId'> & {
  kind: LinkKind
  /** It is not emailed: the requester passes it on. */
  isHandedOver?: boolean
  /** The email that contains it; `url` has a placeholder for the token. */
  write: (facts: { url: string; expiresAt: Date }) => MailBody
}

/** Without a mail server, the operator who creates a link sees it and passes it on. */
export const areLinksHandedOver = () => env().SMTP_URL === undefined

/** `link` is for a caller who may see it and pass it on; null if it is emailed. */
export type CreatedLink = { id: string; link: string | null }

/**
 * Creates a one-time link, emails it, and revokes the link that it replaces: the link of the same kind for the same
 * address and business, or person.
 */
export async function createLink(
  ctx: LinkCtx,
  { write, isHandedOver = areLinksHandedOver(), ...row }: NewLink,
): Promise<CreatedLink> {
  const { db, now, afterCommit } = ctx
  const { kind, email, memberOf = null, userId = null } = row
  const key = `link ${kind} ${userId ?? email} ${memberOf}`
  await db.execute(sql`select pg_advisory_xact_lock(hashtextextended(${key}, 0))`)
  const isSame = and(
    eq(accountLinks.kind, kind),
    userId === null ? eq(accountLinks.email, email) : eq(accountLinks.userId, userId),
    memberOf === null ? isNull(accountLinks.memberOf) : eq(accountLinks.memberOf, memberOf),
  )
  const at = now()
  await db
    .update(accountLinks)
    .set({ revokedAt: at })
    .where(and(isSame, isNull(accountLinks.usedAt), isNull(accountLinks.revokedAt)))
  const token = createLinkToken()
  const expiresAt = new Date(at.getTime() + LINK_HOURS[kind] * MS_PER_HOUR)
  const made = { tokenHash: hashLinkToken(token), createdBy: actorName(ctx.actor), createdAt: at, expiresAt }
  const [link] = await db
    .insert(accountLinks)
    .values({ ...row, ...made })
    .returning({ id: accountLinks.id })
  if (!link) throw new Error('the link was not written')
  if (isHandedOver) return { id: link.id, link: linkUrl(kind, token) }
  const about = { businessId: null, to: email, source: LINK_SOURCE, sourceId: link.id, onceKey: `link:${link.id}` }
  const mail = write({ url: linkUrl(kind, SECRET_MARK), expiresAt })
  await queueMails(ctx, [{ ...mail, ...about, secret: token }])
  afterCommit(wakeMails)
  return { id: link.id, link: null }
}
