import { and, eq } from 'drizzle-orm'
import { noticeChannels } from '@/db/schema'
import type { ProjectCtx } from '@/server/ctx'
import { notFound } from '@/server/errors'

export type NoticeChannelRow = typeof noticeChannels.$inferSelect

/** The channels of the caller's project. */
export function ofProject({ businessId, projectId }: ProjectCtx) {
  return and(eq(noticeChannels.businessId, businessId), eq(noticeChannels.projectId, projectId))
}

/** Throws not_found for a channel that the project does not have. */
export async function requireNoticeChannel(ctx: ProjectCtx, channelId: string): Promise<NoticeChannelRow> {
  const [channel] = await ctx.db
    .select()
    .from(noticeChannels)
    .where(and(ofProject(ctx), eq(noticeChannels.id, channelId)))
  if (!channel) throw notFound('Channel')
  return channel
}
