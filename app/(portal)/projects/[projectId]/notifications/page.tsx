import type { Metadata } from 'next'
import { requireSignedIn } from '@/app/session'
import { Hydrate, prefetch, trpc } from '@/app/trpc'
import { NoticeCentre } from '@/components/notices/notice-centre'

export const metadata: Metadata = { title: 'Notifications' }

type NotificationsPageProps = { params: Promise<{ projectId: string }> }

export default async function NotificationsPage({ params }: NotificationsPageProps) {
  await requireSignedIn()
  const { projectId } = await params
  await Promise.all([
    prefetch(trpc.notices.list.queryOptions({ projectId })),
    prefetch(trpc.notices.listChannels.queryOptions({ projectId })),
  ])
  return (
    <Hydrate>
      <NoticeCentre projectId={projectId} />
    </Hydrate>
  )
}
