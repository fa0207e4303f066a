import { and, asc, eq, type Placeholder, type SQL, sql } from 'drizzle-orm'
import { type Database, prepareStatement } from '@/db/client'
import { businesses, memberships, users } from '@/db/schema'
import type { WorkerCtx } from '@/server/ctx'
import { type Mail, type MailBody, queueMails } from './queue-mails'

/** The recipients: people who are responsible for a business's money. */
const NOTIFIED_ROLE = 'owner'

/** The sources of emails that any member can choose to get. */
const FOR_MEMBERS = ['notice']

const isMember = (businessId: string | Placeholder | SQL) =>
  and(eq(memberships.memberOf, businessId), eq(users.isActive, true))
const isRecipient = (businessId: string | Placeholder | SQL) =>
  and(isMember(businessId), eq(memberships.role, NOTIFIED_ROLE))

type OwnerNotification = Pick<Mail, 'source' | 'sourceId' | 'onceKey'> & {
  businessId: string
  /** Writes it for one person; the business's name is as people wrote it. */
  write: (recipient: { name: string; businessName: string }) => MailBody
}

/**
 * Queues an email to every owner of a business who may sign in; in the caller's transaction. Returns how many are new.
 */
export async function mailOwners(ctx: WorkerCtx, notification: OwnerNotification): Promise<number> {
  return mailEachOwner(ctx, await findOwners(ctx.db, notification.businessId), notification)
}

export type Owner = { name: string; email: string; businessName: string }

/** The query for those who get emails about a business's money now. */
export function selectOwners(db: Database, businessId: Placeholder | SQL) {
  return db
    .select({ name: users.name, email: users.email, businessName: businesses.name })
    .from(memberships)
    .innerJoin(users, eq(users.id, memberships.userId))
    .innerJoin(businesses, eq(businesses.id, memberships.memberOf))
    .where(isRecipient(businessId))
    .orderBy(asc(users.email))
}

const ownersNotified = prepareStatement((db) =>
  selectOwners(db, sql.placeholder('businessId')).prepare('notified-owners'),
)

/** The owners who currently get emails about the money of a business. */
export function findOwners(db: Database, businessId: string): Promise<Owner[]> {
  return ownersNotified(db, { businessId })
}

/** Like `mailOwners`, for callers that have read the owners already. */
export function mailEachOwner(
  ctx: WorkerCtx,
  owners: readonly Owner[],
  { businessId, write, ...notification }: OwnerNotification,
): Promise<number> {
  return queueMails(
    ctx,
    owners.map(({ email, ...recipient }) => ({ ...notification, ...write(recipient), businessId, to: email })),
  )
}

/**
 * Whether a recipient would still get the mail: people leave a business, are suspended, or change their address while a
 * email waits.
 */
export async function isStillRecipient(
  { db }: WorkerCtx,
  { businessId, source, to }: Pick<Mail, 'businessId' | 'source' | 'to'>,
): Promise<boolean> {
  if (businessId === null) return true
  const recipients = await db
    .select({ id: users.id })
    .from(memberships)
    .innerJoin(users, eq(users.id, memberships.userId))
    .where(and(FOR_MEMBERS.includes(source) ? isMember(businessId) : isRecipient(businessId), eq(users.email, to)))
    .limit(1)
  return recipients.length > 0
}
