'use client'

import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { Page } from '@/components/layout/page'
import { paths } from '@/components/paths'
import { QueryError } from '@/components/query-error'
import { TransactionTable } from '@/components/transactions/transaction-table'
import { useTRPC } from '@/components/trpc'
import { Address } from '@/components/ui/address'
import { Card } from '@/components/ui/card'
import { KeyValueList } from '@/components/ui/key-value-list'
import { shortenMiddle } from '@/components/ui/shorten-middle'
import { Skeleton } from '@/components/ui/skeleton'
import { StateBadge } from '@/components/ui/state-badge'
import { Time } from '@/components/ui/time'
import type { WalletView } from '@/server/wallets/contract'
import { BindWallet } from './bind-wallet'
import { boundText } from './bound-mark'
import { DeactivateWallet } from './deactivate-wallet'
import { FundWallet } from './fund-wallet'
import { WALLET_LOOKS } from './wallet-looks'

type WalletDetailProps = { projectId: string; walletId: string }

/** One wallet: its facts and what moved through it. */
export function WalletDetail({ projectId, walletId }: WalletDetailProps) {
  const trpc = useTRPC()
  const query = useQuery(trpc.wallets.get.queryOptions({ projectId, walletId }))
  const wallet = query.data
  const breadcrumbs = [{ label: 'Wallets', href: paths.wallets(projectId) }]
  if (query.error) {
    return (
      <Page title="Wallet" breadcrumbs={breadcrumbs}>
        <QueryError query={query} />
      </Page>
    )
  }
  return (
    <Page
      title={wallet ? <span className="font-mono">{shortenMiddle(wallet.address)}</span> : 'Wallet'}
      badge={wallet ? <StateBadge state={wallet.isActive ? 'active' : 'deactivated'} looks={WALLET_LOOKS} /> : null}
      breadcrumbs={breadcrumbs}
      actions={
        wallet ? (
          <>
            <BindWallet projectId={projectId} wallet={wallet} />
            <FundWallet projectId={projectId} wallet={wallet} />
            <DeactivateWallet projectId={projectId} wallet={wallet} />
          </>
        ) : null
      }
    >
      <Card title="Wallet">
        {wallet ? (
          <KeyValueList
            items={[
              { label: 'Address', value: <Address value={wallet.address} full /> },
              { label: 'Id', value: <Address value={wallet.id} kind="id" full /> },
              { label: 'Chain type', value: wallet.chainType === 'EVM' ? 'EVM' : 'Solana' },
              { label: 'Purpose', value: wallet.purpose },
              { label: 'Used by', value: <UsedBy projectId={projectId} wallet={wallet} /> },
              { label: 'Address index', value: <span className="tabular">{wallet.addressIndex}</span> },
              { label: 'Derivation path', value: <code className="font-mono">{wallet.derivationPath}</code> },
              { label: 'Created', value: <Time value={wallet.createdAt} /> },
              { label: 'Deactivated', value: <Time value={wallet.deactivatedAt} />, hidden: wallet.isActive },
            ]}
          />
        ) : (
          <Skeleton className="h-40" />
        )}
      </Card>
      <Card title="Transactions" flush>
        <TransactionTable projectId={projectId} walletId={walletId} flush />
      </Card>
    </Page>
  )
}

function UsedBy({ projectId, wallet }: { projectId: string; wallet: WalletView }) {
  const trpc = useTRPC()
  const { data: projects } = useSuspenseQuery(trpc.projects.ofBusiness.queryOptions({ projectId }))
  if (wallet.boundProjectId === null) return 'Any project of the business'
  return <span className="break-words">{boundText(wallet.boundProjectId, projects)}</span>
}
