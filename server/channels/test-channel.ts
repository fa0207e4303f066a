import { eq } from 'drizzle-orm'
import { newId } from '@/db/new-id'
import { alarmChannels } from '@/db/schema'
import type { ChannelTest } from '@/schemas/channels/contract'
import { appendPlatformAudit } from '@/server/audit/append-platform-audit'
import type { OperatorCtx } from '@/server/ctx'
import { notFound } from '@/server/errors'
import type { MailBody } from '@/server/mail/queue-mails'
import { recordMessage } from '@/server/mail/record-message'
import { openTransport } from './open-transport'
import { toTestMessages } from './to-messages'

type Tested = { to: string; message: MailBody; problem: string | null }

/** Sends a test alarm to a channel now. Throws not_found. */
export async function sendTestAlarm(ctx: OperatorCtx, { channelId }: { channelId: string }): Promise<Tested> {
  const [channel] = await ctx.db.select().from(alarmChannels).where(eq(alarmChannels.id, channelId))
  if (!channel) throw notFound('Alarm channel')
  const to = channel.kind === 'mail' ? channel.targetHint : channel.name
  const messages = toTestMessages(channel.kind, channelId)
  const [message] = messages
  if (!message) throw new Error('no message')
  const transport = openTransport(channel)
  try {
    for (const { subject, text, html } of messages) await transport.send({ id: newId(), to, subject, text, html })
    return { to, message, problem: null }
  } catch (error) {
    return { to, message, problem: error instanceof Error ? error.message : String(error) }
  } finally {
    transport.close()
  }
}

/** Records that an operator tested a channel, and the result, as the channel's last message. */
export async function testChannel(
  ctx: OperatorCtx,
  { channelId, tested }: { channelId: string; tested: Tested },
): Promise<ChannelTest> {
  const { to, message, problem } = tested
  await recordMessage(ctx, { ...message, channelId, to, error: problem })
  await appendPlatformAudit(ctx, { action: 'alarm-channel.tested', target: channelId, detail: { problem } })
  return { problem }
}
