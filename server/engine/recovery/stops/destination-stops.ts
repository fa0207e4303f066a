import { and, eq, isNull } from 'drizzle-orm'
import { alarmChannels, noticeChannels } from '@/db/schema'
import { removeChannel, setChannelActive } from '@/server/channels/update-channel'
import type { OperatorCtx, ProjectCtx } from '@/server/ctx'
import { deleteIndexerSubscription } from '@/server/indexer/subscriptions/delete-indexer-subscription'
import { updateIndexerSubscription } from '@/server/indexer/subscriptions/update-indexer-subscription'
import { removeNoticeChannel, setNoticeChannelActive } from '@/server/notices/channels/change-notice-channels'
import { auditedEntries, auditedStops } from '@/server/recovery/audited-stops'
import type { AuditRow, StopKind } from '@/server/recovery/stop'
import { deleteWebhookEndpoint } from '@/server/webhooks/destinations/delete-webhook-endpoint'
import {
  type DestinationKind,
  EVENT_SUBSCRIPTION,
  WEBHOOK_ENDPOINT,
} from '@/server/webhooks/destinations/destination-kinds'
import { updateWebhookEndpoint } from '@/server/webhooks/destinations/update-webhook-endpoint'

/**
 * Destinations of events, notices and alarms that were deleted, or that a person paused. Not those that the platform
 * paused because they fail: their next failures pause them again.
 */
export const STOPS_OF_DESTINATIONS = {
  webhook_endpoint: deleted(WEBHOOK_ENDPOINT, deleteWebhookEndpoint),
  webhook_endpoint_pause: paused(WEBHOOK_ENDPOINT, (ctx, id) => updateWebhookEndpoint(ctx, { id, status: 'paused' })),
  event_subscription: deleted(EVENT_SUBSCRIPTION, deleteIndexerSubscription),
  event_subscription_pause: paused(EVENT_SUBSCRIPTION, (ctx, id) =>
    updateIndexerSubscription(ctx, { id, status: 'paused' }),
  ),
  notice_channel: auditedStops({
    stopped: ['notice-channel.removed'],
    async apply(ctx, { subject: channelId }) {
      const channel = await findNoticeChannel(ctx, channelId)
      if (channel) await removeNoticeChannel({ ...ctx, ...channel.owner }, { channelId })
    },
  }),
  notice_channel_pause: auditedStops({
    stopped: ['notice-channel.paused'],
    lifted: ['notice-channel.resumed'],
    async apply(ctx, { subject: channelId }) {
      const channel = await findNoticeChannel(ctx, channelId)
      if (channel?.isActive) await setNoticeChannelActive({ ...ctx, ...channel.owner }, { channelId, isActive: false })
    },
  }),
  alarm_channel: auditedStops({
    stopped: ['alarm-channel.removed'],
    async apply(ctx, { subject: channelId }) {
      if (await findAlarmChannel(ctx, channelId)) await removeChannel(ctx, { channelId })
    },
  }),
  alarm_channel_pause: auditedStops({
    stopped: ['alarm-channel.paused'],
    lifted: ['alarm-channel.resumed'],
    async apply(ctx, { subject: channelId }) {
      const channel = await findAlarmChannel(ctx, channelId)
      if (channel?.isActive) await setChannelActive(ctx, { channelId, isActive: false })
    },
  }),
} as const satisfies Record<string, StopKind>

type Stopping = (ctx: ProjectCtx, id: string) => Promise<unknown>

function deleted(kind: DestinationKind, remove: Stopping): StopKind {
  return auditedStops({
    stopped: [`${kind.audited}.deleted`],
    async apply(ctx, { subject }) {
      const destination = await findDestination(ctx, { kind, id: subject })
      if (destination) await remove({ ...ctx, ...destination.owner }, subject)
    },
  })
}

function paused(kind: DestinationKind, pause: Stopping): StopKind {
  return auditedEntries({
    actions: [`${kind.audited}.updated`],
    entriesOf: ({ target, detail: { status } }: AuditRow) =>
      status === undefined ? [] : [{ subject: target, isStop: status === 'paused' }],
    async apply(ctx, { subject }) {
      const destination = await findDestination(ctx, { kind, id: subject })
      if (destination?.status === 'active') await pause({ ...ctx, ...destination.owner }, subject)
    },
  })
}

type Found<State> = State & { owner: { businessId: string; projectId: string } }

async function findDestination(
  { db }: OperatorCtx,
  { kind: { table }, id }: { kind: DestinationKind; id: string },
): Promise<Found<{ status: 'active' | 'paused' }> | null> {
  const { businessId, projectId, status } = table
  const [row] = await db
    .select({ owner: { businessId, projectId }, status })
    .from(table)
    .where(and(eq(table.id, id), isNull(table.deletedAt)))
  return row ?? null
}

async function findNoticeChannel({ db }: OperatorCtx, id: string): Promise<Found<{ isActive: boolean }> | null> {
  const { businessId, projectId, isActive } = noticeChannels
  const [row] = await db
    .select({ owner: { businessId, projectId }, isActive })
    .from(noticeChannels)
    .where(eq(noticeChannels.id, id))
  return row ?? null
}

async function findAlarmChannel({ db }: OperatorCtx, id: string): Promise<{ isActive: boolean } | null> {
  const { isActive } = alarmChannels
  const [row] = await db.select({ isActive }).from(alarmChannels).where(eq(alarmChannels.id, id))
  return row ?? null
}
