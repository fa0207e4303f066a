'use client'

import { useQuery } from '@tanstack/react-query'
import { ChainName } from '@/components/chains/chain-name'
import { useChains } from '@/components/chains/use-chains'
import { paths } from '@/components/paths'
import { useRoleShortfall } from '@/components/projects/use-role-shortfall'
import { QueryPage } from '@/components/query-page'
import { DecideScreening } from '@/components/screening/decide-screening'
import { whoDecides } from '@/components/screening/screened-deposits'
import { useTRPC } from '@/components/trpc'
import { Address } from '@/components/ui/address'
import { Amount } from '@/components/ui/amount'
import { Card } from '@/components/ui/card'
import { KeyValueList } from '@/components/ui/key-value-list'
import { StateBadge } from '@/components/ui/state-badge'
import { Time } from '@/components/ui/time'
import { explorerUrl } from '@/components/wallets/explorer-url'
import { KnownAddress } from '@/components/wallets/known-address'
import { MessageTable } from '@/components/webhooks/message-table'
import type { KnownAddress as Known } from '@/schemas/addresses/contract'
import type { DepositView } from '@/schemas/deposits/contract'
import type { ChainView } from '@/schemas/wallets/contract'
import { DEPOSIT_DISPLAYS, SCREENING_DISPLAYS } from './deposit-displays'

type DepositDetailProps = { projectId: string; depositId: string }

const REFRESH_MS = 2_000

/** One deposit: what arrived where, how final it is, and which endpoints were notified. */
export function DepositDetail({ projectId, depositId }: DepositDetailProps) {
  const trpc = useTRPC()
  const chains = useChains(projectId) ?? []
  const query = useQuery(
    trpc.deposits.get.queryOptions(
      { projectId, depositId },
      { refetchInterval: ({ state }) => (state.data?.deposit.stage === 'seen' ? REFRESH_MS : false) },
    ),
  )
  return (
    <QueryPage
      query={query}
      title="Deposit"
      breadcrumbs={[{ label: 'Deposits', href: paths.deposits(projectId) }]}
      head={({ deposit: { amount, symbol, stage } }) => ({
        title: <Amount value={amount} unit={symbol} exact />,
        badge: <StateBadge state={stage} displays={DEPOSIT_DISPLAYS} />,
      })}
    >
      {({ deposit, known }) => (
        <>
          <DepositFacts
            projectId={projectId}
            deposit={deposit}
            known={known}
            chain={chains.find(({ chainId }) => chainId === deposit.chainId)}
          />
          <Card
            title="Webhooks"
            description="Sent to the webhook endpoints of the project that subscribe to this event."
            flush
          >
            {/* Another stage, another message. */}
            <MessageTable key={deposit.stage} projectId={projectId} depositId={depositId} flush />
          </Card>
        </>
      )}
    </QueryPage>
  )
}

function ScreeningFact({ projectId, deposit }: { projectId: string; deposit: DepositView }) {
  const shortfall = useRoleShortfall(projectId, 'owner')
  if (!deposit.screened) return null
  const { status, list } = deposit.screened
  return (
    <span className="flex flex-wrap items-center gap-3">
      <StateBadge state={status} displays={SCREENING_DISPLAYS} />
      <span>The sender was on the list of the {list === 'OPERATOR' ? 'platform' : 'business'}.</span>
      <DecideScreening
        projectId={projectId}
        deposit={deposit}
        disabledReason={shortfall ?? whoDecides(projectId, deposit)}
      />
    </span>
  )
}

type DepositFactsProps = {
  projectId: string
  deposit: DepositView
  known: readonly Known[]
  chain: ChainView | undefined
}

function DepositFacts({ projectId, deposit, known, chain }: DepositFactsProps) {
  const { address, tokenAddress, valueUsd, network, txHash } = deposit
  return (
    <Card title="Amount">
      <KeyValueList
        items={[
          {
            label: 'Value',
            value: (
              <>
                <Amount value={valueUsd ?? ''} unit="USD" exact />
                <span className="text-muted-foreground"> when seen{network === 'TESTNET' ? ', on a testnet' : ''}</span>
              </>
            ),
            hidden: !valueUsd,
          },
          { label: 'From', value: <KnownAddress address={deposit.fromAddress} {...{ known, projectId }} /> },
          { label: 'To', value: <KnownAddress address={address} {...{ known, projectId }} /> },
          {
            label: 'Token',
            value: tokenAddress ? <Address value={tokenAddress} kind="token address" full /> : null,
            hidden: !tokenAddress,
          },
          { label: 'Chain', value: <ChainName projectId={projectId} chainId={deposit.chainId} withId /> },
          {
            label: 'Transaction',
            value: (
              <Address value={txHash} kind="transaction hash" full explorerUrl={explorerUrl(chain, `tx/${txHash}`)} />
            ),
          },
          { label: deposit.chainType === 'SOLANA' ? 'Slot' : 'Block', value: deposit.blockNumber },
          {
            label: 'Screening',
            value: <ScreeningFact projectId={projectId} deposit={deposit} />,
            hidden: deposit.screened === null,
          },
          { label: 'Confirmations', value: <span className="tabular">{deposit.confirmations}</span> },
          { label: 'Seen', value: <Time value={deposit.createdAt} /> },
          { label: 'Updated', value: <Time value={deposit.updatedAt} /> },
          { label: 'ID', value: <Address value={deposit.id} kind="id" full /> },
        ]}
      />
    </Card>
  )
}
