'use client'

import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { ComponentProps } from 'react'
import { refusalText } from '@/components/form/refusal-text'
import { useSettled } from '@/components/form/use-settled'
import { LinkButton } from '@/components/layout/link-button'
import { paths } from '@/components/paths'
import { useTRPC } from '@/components/trpc'
import { Alert } from '@/components/ui/alert'
import { Amount } from '@/components/ui/amount'
import { KeyValueList } from '@/components/ui/key-value-list'
import { Skeleton } from '@/components/ui/skeleton'
import { StateBadge, type StateDisplay } from '@/components/ui/state-badge'
import type { TransferEstimate } from '@/schemas/transactions/estimate/contract'
import type { ChainView, WalletView } from '@/schemas/wallets/contract'
import { displayUsd } from '@/server/money/display-amount'
import { AddTestFunds } from './add-test-funds'
import { Approvers } from './approvers'
import type { TransferBody } from './transfer-call'
import { useFunds } from './use-funds'
import { UsualTimeText } from './usual-time-text'

const PAUSE_MS = 400

type SendPreviewProps = {
  projectId: string
  wallet: WalletView
  chain: ChainView
  symbol: string
  /** Null while the form is not complete. */
  body: TransferBody | null
}

/** The wallet's balance, and the cost and the policy decision of the transfer, as far as the form is filled in. */
export function SendPreview({ projectId, wallet, chain, symbol, body }: SendPreviewProps) {
  const trpc = useTRPC()
  const settled = useSettled(body, PAUSE_MS)
  const { funds, isShort, isPending } = useFunds({ projectId, wallet, chain, symbol, amount: body?.amount ?? '' })
  const estimate = useQuery(
    trpc.transactions.estimate.queryOptions(
      { projectId, ...(settled ?? EMPTY) },
      { enabled: settled !== null && body !== null, placeholderData: keepPreviousData, retry: false },
    ),
  )
  const isCurrent = body !== null && settled !== null && JSON.stringify(body) === JSON.stringify(settled)
  const data = body === null ? undefined : estimate.data
  const waiting = body === null ? 'Enter a recipient and an amount' : <Skeleton className="h-5 w-40" />
  return (
    <section
      aria-label="Before you send"
      aria-busy={body !== null && (!isCurrent || estimate.isFetching)}
      className="space-y-3"
    >
      {data && isCurrent ? <Obstacles projectId={projectId} estimate={data} /> : null}
      {estimate.error && isCurrent ? <Alert tone="warning">{refusalText(estimate.error)}</Alert> : null}
      <KeyValueList
        className="rounded-lg border px-4"
        items={[
          {
            label: 'In the wallet',
            value: funds ? (
              <span>
                <Amount value={funds.amount} unit={symbol} exact />
                {isShort ? <Shortage {...{ projectId, walletId: wallet.id, chainId: chain.chainId, symbol }} /> : null}
              </span>
            ) : isPending ? (
              <Skeleton className="h-5 w-24" />
            ) : (
              'Unknown'
            ),
          },
          { label: 'Fee', value: data ? <Fee estimate={data} /> : estimate.error ? 'Unknown' : waiting },
          {
            label: 'Policy check',
            value: data ? (
              <Verdict projectId={projectId} verdict={data.policy.verdict} />
            ) : estimate.error ? (
              'Unknown'
            ) : (
              waiting
            ),
          },
          { label: 'Usual time', value: <UsualTimeText projectId={projectId} chain={chain} /> },
        ]}
      />
    </section>
  )
}

/** The input of a query that is not sent. */
const EMPTY = { fromAddress: '0', toAddress: '0', amount: '0', chainType: 'EVM', chainId: 1 } as const

const VERDICTS = {
  ALLOWED: { tone: 'success', label: 'Allowed' },
  NEEDS_APPROVAL: { tone: 'warning', label: 'Waits for a second person' },
  REFUSED: { tone: 'danger', label: 'Refused' },
} satisfies Record<TransferEstimate['policy']['verdict'], StateDisplay>

/** The verdict of the policies, and who can approve if approval is required. */
function Verdict({ projectId, verdict }: { projectId: string; verdict: TransferEstimate['policy']['verdict'] }) {
  return (
    <span>
      <StateBadge state={verdict} displays={VERDICTS} />
      {verdict === 'NEEDS_APPROVAL' ? <Approvers projectId={projectId} /> : null}
    </span>
  )
}

function Fee({ estimate: { fee, gas } }: { estimate: TransferEstimate }) {
  const payer = gas.paidBy === 'SPONSORED' ? 'paid by the platform' : 'paid from your balance'
  return (
    <span>
      {fee.expectedUsd === null || fee.maxUsd === null ? (
        <Amount value={fee.expected} unit={fee.symbol} />
      ) : (
        <span className="tabular">
          about {displayUsd(fee.expectedUsd)}, at most {displayUsd(fee.maxUsd)}
        </span>
      )}
      <span className="text-muted-foreground">, {payer}</span>
    </span>
  )
}

/** A note next to a balance that is lower than the amount. */
function Shortage(props: ComponentProps<typeof AddTestFunds>) {
  return (
    <span className="block text-[0.8125rem]">
      <span role="status" className="text-danger-foreground">
        Less than this amount.
      </span>{' '}
      <AddTestFunds {...props} />
    </span>
  )
}

/** The reason why the transfer would wait or be refused, and the pages that help. */
function Obstacles({ projectId, estimate: { gas, policy } }: { projectId: string; estimate: TransferEstimate }) {
  const isBlocked = policy.code === 'address_blocked'
  return (
    <>
      {policy.reason ? (
        <Alert
          tone={policy.verdict === 'REFUSED' ? 'danger' : 'accent'}
          actions={
            <LinkButton size="sm" href={isBlocked ? paths.screening(projectId) : paths.policy(projectId)}>
              {isBlocked ? 'Open address screening' : 'Policy'}
            </LinkButton>
          }
        >
          {policy.reason}.
          {isBlocked
            ? ' Owners can remove an address from the list of the business. Addresses on the list of the platform stay blocked.'
            : null}
        </Alert>
      ) : null}
      {gas.isCovered ? null : (
        <Alert
          tone="danger"
          actions={
            <LinkButton size="sm" href={paths.balance(projectId)}>
              Balance
            </LinkButton>
          }
        >
          {gas.paidBy === 'SPONSORED'
            ? `The sponsored gas of today is used up: ${displayUsd(gas.availableUsd)} are left.`
            : `The balance has ${displayUsd(gas.availableUsd)}, and the fee needs up to ${displayUsd(gas.neededUsd)}.`}
        </Alert>
      )}
    </>
  )
}
