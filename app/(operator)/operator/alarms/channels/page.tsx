import type { Metadata } from 'next'
import { requireSignedIn } from '@/app/session'
import { Hydrate, prefetch, trpc } from '@/app/trpc'
import { ChannelList } from '@/components/channels/channel-list'

export const metadata: Metadata = { title: 'Alarm channels' }

export default async function AlarmChannelsPage() {
  await requireSignedIn()
  await prefetch(trpc.channels.list.queryOptions())
  return (
    <Hydrate>
      <ChannelList />
    </Hydrate>
  )
}
