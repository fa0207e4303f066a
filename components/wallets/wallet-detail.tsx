'use client'

import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { Send } from 'lucide-react'
import { LatestDeposits } from '@/components/deposits/latest-deposits'
import { LinkButton } from '@/components/layout/link-button'
import { SignMessage } from '@/components/messages/sign-message'
import { paths } from '@/components/paths'
import { useRoleShortfall } from '@/components/projects/use-role-shortfall'
import { QueryPage } from '@/components/query-page'
import { metadataFacts } from '@/components/transactions/metadata-facts'
import { TransactionTable } from '@/components/transactions/transaction-table'
import { useTRPC } from '@/components/trpc'
import { Address } from '@/components/ui/address'
import { Alert } from '@/components/ui/alert'
import { Card } from '@/components/ui/card'
import { KeyValueList } from '@/components/ui/key-value-list'
import { QrCode } from '@/components/ui/qr-code'
import { shortenMiddle } from '@/components/ui/shorten-middle'
import { StateBadge } from '@/components/ui/state-badge'
import { Time } from '@/components/ui/time'
import type { WalletView } from '@/schemas/wallets/contract'
import { BindWallet } from './bind-wallet'
import { boundWalletText } from './bound-wallet-badge'
import { DeactivateWallet } from './deactivate-wallet'
import { FundWallet } from './fund-wallet'
import { LabelWallet } from './label-wallet'
import { WalletBalances } from './wallet-balances'
import { CHAIN_TYPE_NAMES, WALLET_DISPLAYS } from './wallet-displays'

type WalletDetailProps = { projectId: string; walletId: string }

/** One wallet: its details and its transfers. */
export function WalletDetail({ projectId, walletId }: WalletDetailProps) {
  const trpc = useTRPC()
  const query = useQuery(trpc.wallets.get.queryOptions({ projectId, walletId }))
  return (
    <QueryPage
      query={query}
      title="Wallet"
      breadcrumbs={[{ label: 'Wallets', href: paths.wallets(projectId) }]}
      head={(wallet) => ({
        title: <span className="font-mono">{shortenMiddle(wallet.address)}</span>,
        badge: <StateBadge state={wallet.isActive ? 'active' : 'deactivated'} displays={WALLET_DISPLAYS} />,
        actions: (
          <>
            <SendFromWallet projectId={projectId} wallet={wallet} />
            <LabelWallet projectId={projectId} wallet={wallet} />
            <SignMessage projectId={projectId} wallet={wallet} />
            <BindWallet projectId={projectId} wallet={wallet} />
            <FundWallet projectId={projectId} wallet={wallet} />
            <DeactivateWallet projectId={projectId} wallet={wallet} />
          </>
        ),
      })}
    >
      {(wallet) => (
        <>
          {wallet.isRestored && (
            <Alert tone="warning">
              The platform was restored from a backup that lacks this wallet. Its purpose, reference and metadata are
              lost; its address is as before. Find its customer in your own records, and give it a label.
            </Alert>
          )}
          <WalletBalances projectId={projectId} walletId={walletId} />
          <Card title="Wallet">
            <KeyValueList
              items={[
                { label: 'Address', value: <Address value={wallet.address} full /> },
                { label: 'QR code', value: <QrCode value={wallet.address} label="QR code of the address" /> },
                { label: 'ID', value: <Address value={wallet.id} kind="id" full /> },
                { label: 'Chain type', value: CHAIN_TYPE_NAMES[wallet.chainType] },
                { label: 'Label', value: <span className="break-words">{wallet.label}</span>, hidden: !wallet.label },
                { label: 'Purpose', value: wallet.purpose },
                {
                  label: 'Reference',
                  value: <span className="break-all">{wallet.reference}</span>,
                  hidden: !wallet.reference,
                },
                ...metadataFacts(wallet.metadata),
                { label: 'Used by', value: <UsedBy projectId={projectId} wallet={wallet} /> },
                { label: 'Address index', value: <span className="tabular">{wallet.addressIndex}</span> },
                { label: 'Derivation path', value: <code className="font-mono">{wallet.derivationPath}</code> },
                { label: 'Created', value: <Time value={wallet.createdAt} /> },
                { label: 'Deactivated', value: <Time value={wallet.deactivatedAt} />, hidden: wallet.isActive },
              ]}
            />
          </Card>
          <LatestDeposits projectId={projectId} walletId={walletId} />
          <Card
            title="Transactions"
            description="Sent by this wallet, and received from other wallets of the business."
            flush
          >
            <TransactionTable projectId={projectId} wallet={wallet} flush />
          </Card>
        </>
      )}
    </QueryPage>
  )
}

/** Opens the Send form with this wallet. */
function SendFromWallet({ projectId, wallet }: { projectId: string; wallet: WalletView }) {
  const shortfall = useRoleShortfall(projectId, 'developer', { includes: 'wallet.transfer.create' })
  if (shortfall !== null || !wallet.isActive) return null
  return (
    <LinkButton variant="primary" href={paths.send(projectId, wallet.id)} icon={<Send aria-hidden />}>
      Send
    </LinkButton>
  )
}

function UsedBy({ projectId, wallet }: { projectId: string; wallet: WalletView }) {
  const trpc = useTRPC()
  const { data: projects } = useSuspenseQuery(trpc.projects.list.queryOptions({ projectId }))
  if (wallet.boundProjectId === null) return 'Any project of the business'
  return <span className="break-words">{boundWalletText(wallet.boundProjectId, projects)}</span>
}
