'use client'

import { useQuery } from '@tanstack/react-query'
import { Megaphone } from 'lucide-react'
import type { ChannelOwner } from '@/components/channels/channel-owner'
import { ChannelRow } from '@/components/channels/channel-row'
import { useRoleShortfall } from '@/components/projects/use-role-shortfall'
import { QueryList } from '@/components/table/query-list'
import { useTRPC } from '@/components/trpc'
import { AddDialog } from '@/components/ui/add-dialog'
import { Card } from '@/components/ui/card'
import { EmptyState } from '@/components/ui/empty-state'
import { lazyPart } from '@/components/ui/lazy-part'

const form = lazyPart(() => import('./notice-channel-form'))

/** The chats and on-call services that get the notifications of a project. */
export function NoticeChannels({ projectId }: { projectId: string }) {
  const trpc = useTRPC()
  const shortfall = useRoleShortfall(projectId, 'developer')
  const query = useQuery(trpc.notices.listChannels.queryOptions({ projectId }))
  const owner: ChannelOwner<{ projectId: string }> = {
    scope: { projectId },
    lists: trpc.notices.listChannels.pathFilter(),
    test: trpc.notices.testChannel,
    setActive: trpc.notices.setChannelActive,
    remove: trpc.notices.removeChannel,
    message: 'message',
    testLabel: 'Send a test message',
    shortfall,
  }
  return (
    <Card
      flush
      title="Channels"
      description="Slack, Discord, PagerDuty and your own URL get every notification of this project, and a message when it is resolved."
      actions={
        <AddDialog part={form} label="Add channel" disabledReason={shortfall}>
          {({ NoticeChannelForm }, state) => <NoticeChannelForm projectId={projectId} {...state} />}
        </AddDialog>
      }
    >
      <QueryList
        query={query}
        empty={
          <EmptyState icon={<Megaphone aria-hidden />} title="No channels yet">
            Notifications appear here and in emails. Add a channel to get them where your team is.
          </EmptyState>
        }
      >
        {(channels) => (
          <ul aria-label="Channels" className="divide-y">
            {channels.map((channel) => (
              <ChannelRow key={channel.id} owner={owner} channel={channel} />
            ))}
          </ul>
        )}
      </QueryList>
    </Card>
  )
}
