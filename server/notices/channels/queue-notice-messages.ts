import { and, eq, inArray } from 'drizzle-orm'
import { noticeChannels, projects } from '@/db/schema'
import type { WorkerCtx } from '@/server/ctx'
import { queueMails } from '@/server/mail/queue-mails'
import { type ChannelNotice, toNoticeMessage } from './to-messages'

/**
 * Queues a message to every active channel of the projects that the notices belong to, in the transaction that opened
 * or closed them.
 */
export async function queueNoticeMessages(
  ctx: WorkerCtx,
  notices: readonly Omit<ChannelNotice, 'projectName'>[],
): Promise<void> {
  if (notices.length === 0) return
  const projectIds = [...new Set(notices.map(({ projectId }) => projectId))]
  const channels = await ctx.db
    .select({ id: noticeChannels.id, kind: noticeChannels.kind, name: noticeChannels.name, project: projects })
    .from(noticeChannels)
    .innerJoin(projects, eq(projects.id, noticeChannels.projectId))
    .where(and(inArray(noticeChannels.projectId, projectIds), eq(noticeChannels.isActive, true)))
  const messages = notices.flatMap((notice) =>
    channels
      .filter(({ project }) => project.id === notice.projectId)
      .map(({ id: channelId, kind, name, project }) => {
        const { id, projectId, title, detail, openedAt, closedAt } = notice
        const about = { id, projectId, kind: notice.kind, title, detail, openedAt, closedAt, projectName: project.name }
        const onceKey = `notice:${id}:${channelId}:${closedAt === null ? 'opened' : 'closed'}`
        const body = toNoticeMessage(kind, about)
        return { ...body, businessId: null, source: 'notice', sourceId: id, to: name, channelId, onceKey }
      }),
  )
  await queueMails(ctx, messages)
}
