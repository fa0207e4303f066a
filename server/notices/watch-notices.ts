import { and, eq, inArray, isNull, sql } from 'drizzle-orm'
import { newId } from '@/db/new-id'
import { businesses, memberships, noticeMutes, notices, users } from '@/db/schema'
import { NOTICES } from '@/schemas/notices/words'
import { inWorker, type WorkerCtx } from '@/server/ctx'
import { MS_PER_DAY } from '@/server/durations'
import { env } from '@/server/env'
import { inBatches } from '@/server/in-batches'
import { compose } from '@/server/mail/compose'
import { type MailBody, queueMails, wakeMails } from '@/server/mail/queue-mails'
import { type Cause, findCauses } from './find-causes'

const KEEP_DAYS = 90

/**
 * Opens a notice for each cause that has none, mails it to owners who have not switched its kind off, and closes those
 * whose cause is gone. Only one of concurrent runs does it. Returns how many were opened and closed.
 */
export async function watchNotices(ctx: WorkerCtx): Promise<{ opened: number; closed: number }> {
  const did = await inWorker(async ({ db }) => {
    const own = { ...ctx, db }
    await db.execute(sql`select pg_advisory_xact_lock(hashtextextended('notices', 0))`)
    const causes = await findCauses(own)
    const open = await db.select().from(notices).where(isNull(notices.closedAt))
    const known = new Set(open.map(keyOf))
    const wanted = new Set(causes.map(keyOf))
    const fresh = causes.filter((cause) => !known.has(keyOf(cause)))
    const gone = open.filter((notice) => !wanted.has(keyOf(notice)))
    for (const cause of fresh) await openNotice(own, cause)
    if (gone.length > 0) {
      const ids = gone.map(({ id }) => id)
      await db.update(notices).set({ closedAt: ctx.now() }).where(inArray(notices.id, ids))
    }
    return { opened: fresh.length, closed: gone.length }
  })
  if (did.opened > 0) wakeMails()
  return did
}

function keyOf({ projectId, kind, cause }: Pick<Cause, 'projectId' | 'kind' | 'cause'>): string {
  return `${projectId} ${kind} ${cause}`
}

async function openNotice(ctx: WorkerCtx, found: Cause): Promise<void> {
  const { businessId, projectId, kind, cause, title, detail } = found
  const id = newId()
  await ctx.db.insert(notices).values({ id, businessId, projectId, kind, cause, title, detail, openedAt: ctx.now() })
  if (!NOTICES[kind].isMailed) return
  const readers = await findReaders(ctx, found)
  const about = { businessId, source: 'notice', sourceId: id, onceKey: `notice:${id}` }
  await queueMails(
    ctx,
    readers.map(({ email, ...reader }) => ({ ...noticeLetter(found, reader), ...about, to: email })),
  )
}

/** Owners who may sign in, without those who asked for it themselves or switched the kind off. */
function findReaders({ db }: WorkerCtx, { businessId, projectId, kind, causedBy }: Cause) {
  const isMuted = sql`exists (select 1 from ${noticeMutes} where ${noticeMutes.businessId} = ${businessId}
    and ${noticeMutes.projectId} = ${projectId} and ${noticeMutes.userId} = ${users.id} and ${noticeMutes.kind} = ${kind})`
  return db
    .select({ name: users.name, email: users.email, businessName: businesses.name })
    .from(memberships)
    .innerJoin(users, eq(users.id, memberships.userId))
    .innerJoin(businesses, eq(businesses.id, memberships.memberOf))
    .where(
      and(
        eq(memberships.memberOf, businessId),
        eq(memberships.role, 'owner'),
        eq(users.isActive, true),
        sql`'user:' || ${users.id}::text is distinct from ${causedBy}`,
        sql`not ${isMuted}`,
      ),
    )
    .orderBy(users.email)
}

/** Deletes notices that closed long ago. Returns how many. */
export function pruneNotices({ db, now }: WorkerCtx): Promise<number> {
  const before = new Date(now().getTime() - KEEP_DAYS * MS_PER_DAY).toISOString()
  return inBatches((limit) =>
    db.execute(sql`
      delete from notices where id = any(array(
        select id from notices where closed_at < ${before}::timestamptz limit ${limit}::int
      ))`),
  )
}

/**
 * The mail about one notice. The link leads to the page of the portal where it is dealt with; nothing is decided by
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
    foot: 'You get this mail because you own this business in Slipway. You can switch it off under Notifications in the portal.',
  })
}
