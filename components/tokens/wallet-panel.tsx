'use client'

import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Users } from 'lucide-react'
import { useQueryStates } from 'nuqs'
import { actionsColumn, amountColumn } from '@/components/table/columns'
import { QueryTable } from '@/components/table/query-table'
import type { TableColumn } from '@/components/table/table-column'
import { useTRPC } from '@/components/trpc'
import { Address } from '@/components/ui/address'
import { Amount } from '@/components/ui/amount'
import { Badge } from '@/components/ui/badge'
import { Card } from '@/components/ui/card'
import { EmptyState } from '@/components/ui/empty-state'
import type { TokenView } from '@/schemas/tokens/contract'
import type { RegisteredWalletView } from '@/schemas/tokens/holders/contract'
import { ImportWallets } from './import-wallets'
import { InvestorLine } from './investor-line'
import { RegisterWallet } from './register-wallet'
import { tokenPageFilter } from './token-filter'
import { WalletActions } from './wallet-actions'

const REFRESH_MS = 3_000

/** Wallets that may hold a token, and those that are being registered. */
export function WalletPanel({ projectId, token }: { projectId: string; token: TokenView }) {
  const trpc = useTRPC()
  const [{ page }, setFilter] = useQueryStates(tokenPageFilter)
  const query = useQuery(
    trpc.tokens.listRegisteredWallets.queryOptions(
      { projectId, tokenId: token.id, page },
      { placeholderData: keepPreviousData, refetchInterval: REFRESH_MS },
    ),
  )
  const columns: readonly TableColumn<RegisteredWalletView>[] = [
    {
      id: 'address',
      header: 'Wallet',
      cell: (row) => (
        <span className="block py-1">
          <Address value={row.address} />
          <InvestorLine parts={[row.investorId, row.label, row.country]} />
          <span className="block list-md:hidden">
            <Amount value={row.balance} unit={token.ticker} />
          </span>
          <span className="mt-1 block list-sm:hidden">
            <WalletState wallet={row} />
          </span>
        </span>
      ),
    },
    { id: 'state', header: 'State', hideBelow: 'sm', cell: (row) => <WalletState wallet={row} /> },
    amountColumn((row) => ({ amount: row.balance, unit: null }), { header: 'Tokens', hideBelow: 'md' }),
    actionsColumn((row) => <WalletActions projectId={projectId} token={token} wallet={row} />),
  ]
  return (
    <Card
      title="Registered wallets"
      description="Only these wallets can hold the token. Wallets with the same investor id belong to one investor."
      actions={
        <>
          <ImportWallets projectId={projectId} token={token} />
          <RegisterWallet projectId={projectId} token={token} />
        </>
      }
      flush
    >
      <QueryTable
        flush
        label="Registered wallets"
        columns={columns}
        query={query}
        rowKey={(row) => row.address}
        onPage={(next) => setFilter({ page: next })}
        empty={
          <EmptyState icon={<Users aria-hidden />} title="No wallets registered yet">
            Register a wallet, or import a CSV file.
          </EmptyState>
        }
      />
    </Card>
  )
}

function WalletState({ wallet }: { wallet: RegisteredWalletView }) {
  return (
    <span className="inline-flex flex-wrap gap-1">
      <RegistrationState wallet={wallet} />
      {wallet.isBlocked ? <Badge tone="danger">Blocked</Badge> : null}
    </span>
  )
}

function RegistrationState({ wallet: { isRegistered, isFrozen } }: { wallet: RegisteredWalletView }) {
  if (!isRegistered) return <Badge tone="accent">Being registered</Badge>
  return isFrozen ? <Badge tone="warning">Frozen</Badge> : <Badge tone="success">Registered</Badge>
}
