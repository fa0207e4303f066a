import { eq } from 'drizzle-orm'
import { newId } from '@/db/new-id'
import { noticeChannels, projects } from '@/db/schema'
import type { ChannelTest } from '@/schemas/channels/contract'
import { appendAudit } from '@/server/audit/append-audit'
import { openTransport } from '@/server/channels/open-transport'
import { inTenantReading, type ProjectCtx, type Tenant } from '@/server/ctx'
import { requireNoticeChannel } from './own-channel'
import { toTestMessage } from './to-messages'

type Tested = { channelId: string; problem: string | null }

/** Sends a test message to a channel now. Not within a transaction. Throws not_found. */
export async function tryNoticeChannel(
  tenant: Tenant & { projectId: string },
  { channelId }: { channelId: string },
): Promise<Tested> {
  const { channel, project } = await inTenantReading(tenant, async (reading) => {
    const ctx = { ...reading, projectId: tenant.projectId }
    const [project] = await ctx.db.select({ name: projects.name }).from(projects).where(eq(projects.id, ctx.projectId))
    return { channel: await requireNoticeChannel(ctx, channelId), project }
  })
  const about = { projectId: tenant.projectId, projectName: project?.name ?? '' }
  const { subject, text, html } = toTestMessage(channel.kind, about)
  const way = openTransport(channel)
  try {
    await way.send({ id: newId(), to: channel.name, subject, text, html })
    return { channelId, problem: null }
  } catch (error) {
    return { channelId, problem: error instanceof Error ? error.message : String(error) }
  } finally {
    way.close()
  }
}

/** Stores the outcome of a test, which counts as the channel's last message. Throws not_found. */
export async function testNoticeChannel(ctx: ProjectCtx, { channelId, problem }: Tested): Promise<ChannelTest> {
  await requireNoticeChannel(ctx, channelId)
  const now = ctx.now()
  await ctx.db
    .update(noticeChannels)
    .set({ problem, ...(problem === null ? { lastSentAt: now } : {}), updatedAt: now })
    .where(eq(noticeChannels.id, channelId))
  await appendAudit(ctx, { action: 'notice-channel.tested', target: channelId, detail: { problem } })
  return { problem }
}
