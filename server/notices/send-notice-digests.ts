import { and, asc, eq, gt, inArray, lte, notExists, sql } from 'drizzle-orm'
import { businesses, mailMessages, memberships, noticeMutes, notices, projects, users } from '@/db/schema'
import { DIGEST_HOUR, NOTICE_KINDS, NOTICES } from '@/schemas/notices/words'
import { claimUntil } from '@/server/alarms/heartbeat'
import { inWorker, type WorkerCtx } from '@/server/ctx'
import { MS_PER_DAY, MS_PER_HOUR } from '@/server/durations'
import { env } from '@/server/env'
import { compose } from '@/server/mail/compose'
import { type MailBody, queueMails, wakeMails } from '@/server/mail/queue-mails'

const MAILED_KINDS = NOTICE_KINDS.filter((kind) => NOTICES[kind].isMailed)

/**
 * Once a day, queues an email for each person and project with the notices that opened since the last digest, of the
 * kinds that the person takes daily. Days without a run are made up for in one email; without notices there is none.
 * Only one of concurrent runs does it. Returns how many emails are new.
 */
export async function sendNoticeDigests({ now }: WorkerCtx): Promise<number> {
  const until = lastDigestBefore(now())
  const queued = await inWorker(async (worker) => {
    const ctx = { ...worker, now }
    const since = await claimUntil(ctx, { name: 'notice-digests', until, firstMs: MS_PER_DAY })
    return since === null ? 0 : queueDigests(ctx, { since, until })
  })
  if (queued > 0) wakeMails()
  return queued
}

function lastDigestBefore(at: Date): Date {
  const today = Math.floor(at.getTime() / MS_PER_DAY) * MS_PER_DAY + DIGEST_HOUR * MS_PER_HOUR
  return new Date(today <= at.getTime() ? today : today - MS_PER_DAY)
}

type Span = { since: Date; until: Date }

async function queueDigests(ctx: WorkerCtx, span: Span): Promise<number> {
  const rows = await findUnmailed(ctx, span)
  const byReader = new Map<string, typeof rows>()
  for (const row of rows) {
    const key = `${row.userId} ${row.projectId}`
    byReader.set(key, [...(byReader.get(key) ?? []), row])
  }
  const day = span.until.toISOString().slice(0, 10)
  const mails = [...byReader.values()].flatMap((own) => {
    const [first] = own
    if (!first) return []
    const { userId, businessId, projectId, email } = first
    const onceKey = `notice-digest:${projectId}:${userId}:${day}`
    return [{ ...digestLetter(first, own), businessId, source: 'notice', sourceId: projectId, onceKey, to: email }]
  })
  return queueMails(ctx, mails)
}

/** The notices of the span with the people who take them daily, by person and project. */
function findUnmailed({ db }: WorkerCtx, { since, until }: Span) {
  const mailed = db
    .select({ id: mailMessages.id })
    .from(mailMessages)
    // A person who chose the digest later that day has the email about it.
    .where(
      and(eq(mailMessages.onceKey, sql`'notice:' || ${notices.id}::text`), eq(mailMessages.toAddress, users.email)),
    )
  return db
    .select({
      userId: users.id,
      email: users.email,
      name: users.name,
      businessId: businesses.id,
      businessName: businesses.name,
      projectId: projects.id,
      projectName: projects.name,
      title: notices.title,
      detail: notices.detail,
      closedAt: notices.closedAt,
    })
    .from(noticeMutes)
    .innerJoin(users, eq(users.id, noticeMutes.userId))
    .innerJoin(memberships, and(eq(memberships.userId, users.id), eq(memberships.memberOf, noticeMutes.businessId)))
    .innerJoin(businesses, eq(businesses.id, noticeMutes.businessId))
    .innerJoin(projects, and(eq(projects.id, noticeMutes.projectId), eq(projects.businessId, businesses.id)))
    .innerJoin(
      notices,
      and(
        eq(notices.businessId, businesses.id),
        eq(notices.projectId, projects.id),
        eq(notices.kind, noticeMutes.kind),
        gt(notices.openedAt, since),
        lte(notices.openedAt, until),
      ),
    )
    .where(
      and(
        eq(noticeMutes.isMailed, true),
        eq(noticeMutes.isDaily, true),
        inArray(noticeMutes.kind, MAILED_KINDS),
        eq(users.isActive, true),
        sql`'user:' || ${users.id}::text is distinct from ${notices.causedBy}`,
        notExists(mailed),
      ),
    )
    .orderBy(asc(users.email), asc(projects.id), asc(notices.openedAt), asc(notices.id))
}

type Reader = { name: string; businessName: string; projectId: string; projectName: string }
type Line = { title: string; detail: string; closedAt: Date | null }

/** More notices exist; the page has all of them. */
const MAX_LINES = 40

/** The daily email about the notices of one project. The link opens the page with all of them. */
function digestLetter(reader: Reader, lines: readonly Line[]): MailBody {
  const { name, businessName, projectId, projectName } = reader
  const count = lines.length === 1 ? '1 new notification' : `${lines.length} new notifications`
  const left = lines.length - MAX_LINES
  return compose({
    kind: 'notice',
    subject: `Daily digest: ${count} (${businessName})`,
    to: name,
    paragraphs: [
      `${count} in the project ${projectName} of ${businessName} since your last digest.`,
      ...(left > 0 ? [`The first ${MAX_LINES} are listed. ${left} more are on the page.`] : []),
    ],
    facts: lines
      .slice(0, MAX_LINES)
      .map(({ title, detail, closedAt }) => [closedAt ? `${title} (resolved)` : title, detail] as const),
    link: { label: 'Open notifications', url: `${env().BASE_URL}/projects/${projectId}/notifications` },
    foot: 'You get this email as a member of this business in Slipway. You can change how you are mailed under Notifications in the portal.',
  })
}
