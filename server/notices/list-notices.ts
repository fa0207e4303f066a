import { and, desc, eq, gt, isNull, or, sql } from 'drizzle-orm'
import { noticeMutes, noticeReads, notices } from '@/db/schema'
import type { NoticeCentre, SetMailedInput } from '@/schemas/notices/contract'
import { MAILING_CHOSEN } from '@/schemas/notices/words'
import { appendAudit } from '@/server/audit/append-audit'
import type { ProjectCtx } from '@/server/ctx'
import { MS_PER_DAY } from '@/server/durations'
import { toNotice, toPreferences } from './view'

const CLOSED_DAYS = 30
const MAX = 100

/** The open notices of a project and those that closed recently, with the reader's email settings. */
export async function listNotices(ctx: ProjectCtx & { isOwner: boolean }): Promise<NoticeCentre> {
  const { db, businessId, projectId, now, isOwner, actor } = ctx
  const lately = new Date(now().getTime() - CLOSED_DAYS * MS_PER_DAY)
  const ofProject = and(eq(notices.businessId, businessId), eq(notices.projectId, projectId))
  const [rows, readAt, choices] = await Promise.all([
    db
      .select()
      .from(notices)
      .where(and(ofProject, or(isNull(notices.closedAt), gt(notices.closedAt, lately))))
      .orderBy(sql`${notices.closedAt} is not null`, desc(notices.openedAt), desc(notices.id))
      .limit(MAX),
    findReadAt(ctx),
    db
      .select({ kind: noticeMutes.kind, isMailed: noticeMutes.isMailed, isDaily: noticeMutes.isDaily })
      .from(noticeMutes)
      .where(
        and(
          eq(noticeMutes.businessId, businessId),
          eq(noticeMutes.projectId, projectId),
          eq(noticeMutes.userId, actor.id),
        ),
      ),
  ])
  return { items: rows.map((row) => toNotice(row, readAt)), preferences: toPreferences(choices, { isOwner }) }
}

/** The number of open notices that the reader has not seen. */
export async function countNewNotices(ctx: ProjectCtx): Promise<number> {
  const { db, businessId, projectId } = ctx
  const readAt = await findReadAt(ctx)
  return db.$count(
    notices,
    and(
      eq(notices.businessId, businessId),
      eq(notices.projectId, projectId),
      isNull(notices.closedAt),
      readAt === null ? undefined : gt(notices.openedAt, readAt),
    ),
  )
}

async function findReadAt({ db, businessId, projectId, actor }: ProjectCtx): Promise<Date | null> {
  const [read] = await db
    .select({ readAt: noticeReads.readAt })
    .from(noticeReads)
    .where(
      and(
        eq(noticeReads.businessId, businessId),
        eq(noticeReads.projectId, projectId),
        eq(noticeReads.userId, actor.id),
      ),
    )
  return read?.readAt ?? null
}

/** Records that the reader has seen the current notices. */
export async function readNotices({ db, businessId, projectId, actor, now }: ProjectCtx): Promise<void> {
  const row = { businessId, projectId, userId: actor.id, readAt: now() }
  await db
    .insert(noticeReads)
    .values(row)
    .onConflictDoUpdate({
      target: [noticeReads.businessId, noticeReads.projectId, noticeReads.userId],
      set: { readAt: row.readAt },
    })
}

/** Chooses how the reader is emailed a kind of notice of this project. Audited: a restore keeps emails off. */
export async function setMailed(ctx: ProjectCtx, { kind, mailing }: SetMailedInput): Promise<void> {
  const { db, businessId, projectId, actor } = ctx
  const choice = { isMailed: mailing !== 'off', isDaily: mailing === 'daily' }
  const row = { businessId, projectId, userId: actor.id, kind, ...choice }
  await db
    .insert(noticeMutes)
    .values(row)
    .onConflictDoUpdate({
      target: [noticeMutes.businessId, noticeMutes.projectId, noticeMutes.userId, noticeMutes.kind],
      set: choice,
    })
  await appendAudit(ctx, { action: MAILING_CHOSEN, target: actor.id, detail: { kind, mailing } })
}
