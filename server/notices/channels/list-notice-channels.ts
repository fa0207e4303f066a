import { asc } from 'drizzle-orm'
import { noticeChannels } from '@/db/schema'
import type { NoticeChannelView } from '@/schemas/notices/contract'
import type { ProjectCtx } from '@/server/ctx'
import type { Rows } from '@/server/paging'
import { ofProject } from './own-channel'
import { toNoticeChannel } from './view'

/** The channels of a project by name, and whether the last message of each arrived. */
export async function listNoticeChannels(ctx: ProjectCtx): Promise<Rows<NoticeChannelView>> {
  const rows = await ctx.db.select().from(noticeChannels).where(ofProject(ctx)).orderBy(asc(noticeChannels.name))
  return { items: rows.map(toNoticeChannel) }
}
