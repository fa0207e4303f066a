import type { Metadata } from 'next'
import { requireId } from '@/app/require-id'
import { requireSignedIn } from '@/app/session'
import { Hydrate, prefetch, trpc } from '@/app/trpc'
import { LogDetail } from '@/components/indexer/log-detail'

export const metadata: Metadata = { title: 'Delivery log' }

type EventLogPageProps = { params: Promise<{ projectId: string; logId: string }> }

export default async function EventLogPage({ params }: EventLogPageProps) {
  await requireSignedIn()
  const { projectId, ...rest } = await params
  const logId = requireId(rest.logId)
  await prefetch(trpc.indexer.getLog.queryOptions({ projectId, logId }))
  return (
    <Hydrate>
      <LogDetail projectId={projectId} logId={logId} />
    </Hydrate>
  )
}
