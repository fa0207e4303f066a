'use client'

import { useQuery } from '@tanstack/react-query'
import { Megaphone } from 'lucide-react'
import { Page } from '@/components/layout/page'
import { paths } from '@/components/paths'
import { usePlatformShortfall } from '@/components/people/use-platform-shortfall'
import { QueryList } from '@/components/table/query-list'
import { useTRPC } from '@/components/trpc'
import { AddDialog } from '@/components/ui/add-dialog'
import { Card } from '@/components/ui/card'
import { EmptyState } from '@/components/ui/empty-state'
import { lazyPart } from '@/components/ui/lazy-part'
import { AlarmChannelRow } from './alarm-channel-row'
import type { ChannelOwner } from './channel-owner'

const REFRESH_MS = 10_000
const form = lazyPart(() => import('./alarm-channel-form'))

/** The channels that alarms are sent to, with the outcome of the last message. */
export function ChannelList() {
  const trpc = useTRPC()
  const shortfall = usePlatformShortfall()
  const query = useQuery(trpc.channels.list.queryOptions(undefined, { refetchInterval: REFRESH_MS }))
  const { test, setActive, remove } = trpc.channels
  const lists = trpc.channels.pathFilter()
  const owner: ChannelOwner<object> = {
    ...{ scope: {}, lists, test, setActive, remove, shortfall },
    ...{ message: 'alarm', testLabel: 'Send a test alarm' },
  }
  return (
    <Page
      title="Alarm channels"
      description="An alarm is sent after it has been open for a minute, and again when it closes. A channel receives at most one message per minute."
      breadcrumbs={[{ label: 'Alarms', href: paths.alarms }]}
      actions={
        <AddDialog part={form} label="Add channel" variant="primary" disabledReason={shortfall}>
          {({ AlarmChannelForm }, state) => <AlarmChannelForm channel={null} {...state} />}
        </AddDialog>
      }
    >
      <Card flush>
        <QueryList
          query={query}
          empty={
            <EmptyState icon={<Megaphone aria-hidden />} title="No alarm channels yet">
              Alarms only appear on the Alarms page. Add an email address, a chat or an on-call service.
            </EmptyState>
          }
        >
          {(channels) => (
            <ul className="divide-y">
              {channels.map((channel) => (
                <AlarmChannelRow key={channel.id} owner={owner} channel={channel} />
              ))}
            </ul>
          )}
        </QueryList>
      </Card>
    </Page>
  )
}
