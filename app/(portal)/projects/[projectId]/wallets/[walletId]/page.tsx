import type { Metadata } from 'next'
import { requireId } from '@/app/require-id'
import { requireSignedIn } from '@/app/session'
import { titleOf } from '@/app/titles'
import { Hydrate, prefetch, trpc } from '@/app/trpc'
import { toDepositInput } from '@/components/deposits/deposit-filter'
import { toTransactionInput } from '@/components/transactions/transaction-filter'
import { WalletDetail } from '@/components/wallets/wallet-detail'

type WalletPageProps = { params: Promise<{ projectId: string; walletId: string }> }

export async function generateMetadata({ params }: WalletPageProps): Promise<Metadata> {
  return titleOf('Wallet', (await params).walletId)
}

export default async function WalletPage({ params }: WalletPageProps) {
  await requireSignedIn()
  const { projectId, ...rest } = await params
  const walletId = requireId(rest.walletId)
  await Promise.all([
    prefetch(trpc.wallets.get.queryOptions({ projectId, walletId })),
    prefetch(trpc.transactions.list.queryOptions(toTransactionInput(projectId, { walletId }))),
    prefetch(trpc.deposits.list.queryOptions(toDepositInput(projectId, { walletId }))),
    prefetch(trpc.projects.list.queryOptions({ projectId })),
    prefetch(trpc.wallets.listChains.queryOptions({ projectId })),
  ])
  return (
    <Hydrate>
      <WalletDetail projectId={projectId} walletId={walletId} />
    </Hydrate>
  )
}
