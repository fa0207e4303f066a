import type { Metadata } from 'next'
import { requireId } from '@/app/require-id'
import { requireSignedIn } from '@/app/session'
import { titleOf } from '@/app/titles'
import { Hydrate, prefetch, trpc } from '@/app/trpc'
import { DepositDetail } from '@/components/deposits/deposit-detail'
import { toMessageInput } from '@/components/webhooks/message-filter'

type DepositPageProps = { params: Promise<{ projectId: string; depositId: string }> }

export async function generateMetadata({ params }: DepositPageProps): Promise<Metadata> {
  return titleOf('Deposit', (await params).depositId)
}

export default async function DepositPage({ params }: DepositPageProps) {
  await requireSignedIn()
  const { projectId, ...rest } = await params
  const depositId = requireId(rest.depositId)
  await Promise.all([
    prefetch(trpc.deposits.get.queryOptions({ projectId, depositId })),
    prefetch(trpc.webhooks.list.queryOptions(toMessageInput(projectId, { sourceId: depositId }))),
    prefetch(trpc.wallets.listChains.queryOptions({ projectId })),
  ])
  return (
    <Hydrate>
      <DepositDetail projectId={projectId} depositId={depositId} />
    </Hydrate>
  )
}
