import type { Metadata } from 'next'
import { requireId } from '@/app/require-id'
import { requireSignedIn } from '@/app/session'
import { titleOf } from '@/app/titles'
import { Hydrate, prefetch, trpc } from '@/app/trpc'
import { LogDetail } from '@/components/indexer/log-detail'

type EventLogPageProps = { params: Promise<{ projectId: string; logId: string }> }

export async function generateMetadata({ params }: EventLogPageProps): Promise<Metadata> {
  return titleOf('Delivery log', (await params).logId)
}

export default async function EventLogPage({ params }: EventLogPageProps) {
  await requireSignedIn()
  const { projectId, ...rest } = await params
  const logId = requireId(rest.logId)
  await Promise.all([
    prefetch(trpc.indexer.getLog.queryOptions({ projectId, logId })),
    prefetch(trpc.wallets.listChains.queryOptions({ projectId })),
  ])
  return (
    <Hydrate>
      <LogDetail projectId={projectId} logId={logId} />
    </Hydrate>
  )
}
