import { and, eq, inArray, isNull, sql } from 'drizzle-orm'
import { newId } from '@/db/new-id'
import { businesses, memberships, noticeMutes, notices, users } from '@/db/schema'
import { NOTICES } from '@/schemas/notices/words'
import { inWorker, type WorkerCtx } from '@/server/ctx'
import { MS_PER_DAY } from '@/server/durations'
import { env } from '@/server/env'
import { compose } from '@/server/mail/compose'
import { type MailBody, queueMails, wakeMails } from '@/server/mail/queue-mails'
import { repeatInBatches } from '@/server/repeat-in-batches'
import { queueNoticeMessages } from './channels/queue-notice-messages'
import { type Cause, findCauses } from './find-causes'

const KEEP_DAYS = 90

/**
 * Opens a notice for each cause that has none, emails it to the members who chose immediate emails, and closes those
 * whose cause is resolved. The project's channels get both. Only one of concurrent runs does it. Returns how many were
 * opened and closed.
 */
export async function watchNotices(ctx: WorkerCtx): Promise<{ opened: number; closed: number }> {
  const counts = await inWorker(async ({ db }) => {
    const txCtx = { ...ctx, db }
    await db.execute(sql`select pg_advisory_xact_lock(hashtextextended('notices', 0))`)
    const causes = await findCauses(txCtx)
    const open = await db.select().from(notices).where(isNull(notices.closedAt))
    const known = new Set(open.map(keyOf))
    const currentKeys = new Set(causes.map(keyOf))
    const fresh = causes.filter((cause) => !known.has(keyOf(cause)))
    const resolved = open.filter((notice) => !currentKeys.has(keyOf(notice)))
    const opened: Opened[] = []
    for (const cause of fresh) opened.push(await openNotice(txCtx, cause))
    const closed = await closeNotices(txCtx, resolved)
    await queueNoticeMessages(txCtx, [...opened, ...closed])
    return { opened: fresh.length, closed: resolved.length }
  })
  if (counts.opened > 0) wakeMails()
  return counts
}

function keyOf({ projectId, kind, cause }: Pick<Cause, 'projectId' | 'kind' | 'cause'>): string {
  return `${projectId} ${kind} ${cause}`
}

type Opened = typeof notices.$inferSelect

async function closeNotices(ctx: WorkerCtx, resolved: readonly Opened[]): Promise<Opened[]> {
  if (resolved.length === 0) return []
  const ids = resolved.map(({ id }) => id)
  return ctx.db.update(notices).set({ closedAt: ctx.now() }).where(inArray(notices.id, ids)).returning()
}

async function openNotice(ctx: WorkerCtx, found: Cause): Promise<Opened> {
  const { businessId, projectId, kind, cause, title, detail, causedBy } = found
  const id = newId()
  const row = { id, businessId, projectId, kind, cause, title, detail, causedBy, openedAt: ctx.now() }
  const [opened] = await ctx.db.insert(notices).values(row).returning()
  if (!opened) throw new Error('no notice')
  if (!NOTICES[kind].isMailed) return opened
  const readers = await findReaders(ctx, found)
  const about = { businessId, source: 'notice', sourceId: id, onceKey: `notice:${id}` }
  await queueMails(
    ctx,
    readers.map(({ email, ...reader }) => ({ ...noticeLetter(found, reader), ...about, to: email })),
  )
  return opened
}

/**
 * Members who may sign in and get emails of this kind at once: owners unless they opted out, others if they opted in.
 * The person who caused the notice is left out.
 */
function findReaders({ db }: WorkerCtx, { businessId, projectId, kind, causedBy }: Cause) {
  const choice = db
    .select({ isAtOnce: sql`${noticeMutes.isMailed} and not ${noticeMutes.isDaily}` })
    .from(noticeMutes)
    .where(
      and(
        eq(noticeMutes.businessId, businessId),
        eq(noticeMutes.projectId, projectId),
        eq(noticeMutes.userId, users.id),
        eq(noticeMutes.kind, kind),
      ),
    )
  return db
    .select({ name: users.name, email: users.email, businessName: businesses.name })
    .from(memberships)
    .innerJoin(users, eq(users.id, memberships.userId))
    .innerJoin(businesses, eq(businesses.id, memberships.memberOf))
    .where(
      and(
        eq(memberships.memberOf, businessId),
        eq(users.isActive, true),
        sql`'user:' || ${users.id}::text is distinct from ${causedBy}`,
        sql`coalesce((${choice}), ${memberships.role} = 'owner')`,
      ),
    )
    .orderBy(users.email)
}

/** Deletes notices that closed long ago. Returns how many. */
export function pruneNotices({ db, now }: WorkerCtx): Promise<number> {
  const before = new Date(now().getTime() - KEEP_DAYS * MS_PER_DAY).toISOString()
  return repeatInBatches((limit) =>
    db.execute(sql`
      delete from notices where id = any(array(
        select id from notices where closed_at < ${before}::timestamptz limit ${limit}::int
      ))`),
  )
}

/**
 * The email about one notice. The link opens the page of the portal where it is dealt with; nothing is decided by
 * opening it.
 */
function noticeLetter(
  { kind, title, detail, projectId }: Cause,
  reader: { name: string; businessName: string },
): MailBody {
  const { page, action: mutate } = NOTICES[kind]
  return compose({
    kind: 'notice',
    subject: `${title} (${reader.businessName})`,
    to: reader.name,
    paragraphs: [`${title} at ${reader.businessName}.`, detail],
    link: { label: mutate, url: `${env().BASE_URL}/projects/${projectId}/${page}` },
    foot: 'You get this email as a member of this business in Slipway. You can switch it off under Notifications in the portal.',
  })
}
