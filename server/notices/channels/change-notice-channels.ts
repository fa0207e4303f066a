import { and, count, eq, sql } from 'drizzle-orm'
import { noticeChannels } from '@/db/schema'
import type { AddNoticeChannelInput } from '@/schemas/notices/contract'
import { MAX_NOTICE_CHANNELS } from '@/schemas/notices/words'
import { actorName } from '@/server/actor-name'
import { appendAudit } from '@/server/audit/append-audit'
import type { PreparedChannel } from '@/server/channels/prepare-channel'
import type { ProjectCtx } from '@/server/ctx'
import { ApiError, validationError } from '@/server/errors'
import { ofProject, requireNoticeChannel } from './own-channel'

type New = Pick<AddNoticeChannelInput, 'kind' | 'name'> & { prepared: PreparedChannel }

/** Adds a channel, after `prepareChannel`. Throws conflict for a name that is taken, invalid past ten channels. */
export async function addNoticeChannel(ctx: ProjectCtx, { kind, name, prepared }: New): Promise<{ id: string }> {
  const { db, businessId, projectId } = ctx
  // One after the other: each counts those before it.
  await db.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`notice channels ${projectId}`}, 0))`)
  const [existing] = await db.select({ channels: count() }).from(noticeChannels).where(ofProject(ctx))
  if ((existing?.channels ?? 0) >= MAX_NOTICE_CHANNELS) {
    throw validationError([`name: a project has ${MAX_NOTICE_CHANNELS} channels at most`])
  }
  const { id, targetHint } = prepared
  const added = await db
    .insert(noticeChannels)
    .values({ ...prepared, businessId, projectId, kind, name, createdBy: actorName(ctx.actor) })
    .onConflictDoNothing()
    .returning({ id: noticeChannels.id })
  if (added.length === 0) throw new ApiError('conflict', 'Another channel of this project has this name.')
  await appendAudit(ctx, { action: 'notice-channel.added', target: id, detail: { kind, name, targetHint } })
  return { id }
}

/** Pauses a channel, which drops its waiting messages, or resumes it. Throws not_found. */
export async function setNoticeChannelActive(
  ctx: ProjectCtx,
  { channelId, isActive }: { channelId: string; isActive: boolean },
): Promise<void> {
  const { name } = await requireNoticeChannel(ctx, channelId)
  await ctx.db
    .update(noticeChannels)
    .set({ isActive, updatedAt: ctx.now() })
    .where(and(ofProject(ctx), eq(noticeChannels.id, channelId)))
  const action = isActive ? 'notice-channel.resumed' : 'notice-channel.paused'
  await appendAudit(ctx, { action, target: channelId, detail: { name } })
}

/** Deletes a channel and its address. Throws not_found. */
export async function removeNoticeChannel(ctx: ProjectCtx, { channelId }: { channelId: string }): Promise<void> {
  const { name } = await requireNoticeChannel(ctx, channelId)
  await ctx.db.delete(noticeChannels).where(and(ofProject(ctx), eq(noticeChannels.id, channelId)))
  await appendAudit(ctx, { action: 'notice-channel.removed', target: channelId, detail: { name } })
}
