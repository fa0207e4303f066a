'use client'

import { TextLink } from '@/components/layout/text-link'
import { paths } from '@/components/paths'
import { TRIGGER_NAMES } from '@/components/sweeps/rule-displays'
import { Address } from '@/components/ui/address'
import { Amount } from '@/components/ui/amount'
import { Card } from '@/components/ui/card'
import { type KeyValue, KeyValueList } from '@/components/ui/key-value-list'
import { Time } from '@/components/ui/time'
import { KnownAddress } from '@/components/wallets/known-address'
import type { KnownAddress as Known } from '@/schemas/addresses/contract'
import type { TransactionView } from '@/schemas/transactions/contract'
import type { TimelineView } from '@/schemas/transactions/detail/contract'
import { exactMoney } from '@/server/money/display-amount'
import { declaredCallFacts } from './declared-call-facts'
import { metadataFacts } from './metadata-facts'
import { MovedAmount } from './moved-amount'
import type { Units } from './to-units'
import { TYPE_NAMES } from './transaction-displays'

type TransactionFactsProps = {
  units: Units
  transaction: TransactionView
  timeline: TimelineView
  /** The token operation that the transaction executes, and the page of that token. */
  operation?: { text: string; href: string } | null
  /** The page of the rule that made a sweep, for its owner. */
  ruleHref?: string
  known: readonly Known[]
  /** The project whose pages are linked; null for transactions of the platform. */
  projectId: string | null
  /** Whether the log of requests holds the call that made it: the portal's own calls are not in it. */
  isRequestLogged: boolean
}

/** The amount that a transaction moves, its sender and recipient, and its state on the chain. */
export function TransactionFacts(props: TransactionFactsProps) {
  return (
    <Card title={TYPE_NAMES[props.transaction.type]}>
      <KeyValueList items={[...movementFacts(props), ...chainFacts(props), ...requestFacts(props)]} />
    </Card>
  )
}

/** The amount, the cause of the transaction, and the addresses. */
function movementFacts({
  units,
  transaction,
  operation,
  ruleHref,
  known,
  projectId,
}: TransactionFactsProps): KeyValue[] {
  const { movedOf, chainName } = units
  const { tokenAddress, senderAddress } = transaction
  return [
    {
      label: 'Operation',
      value: operation ? <TextLink href={operation.href}>{operation.text}</TextLink> : null,
      hidden: !operation,
    },
    {
      label: 'Amount',
      hidden: Boolean(operation),
      value: (
        <span className="font-semibold">
          <MovedAmount moved={movedOf(transaction)} exact />
        </span>
      ),
    },
    {
      label: 'Value',
      value: (
        <>
          <Amount value={transaction.valueUsd ?? ''} unit="USD" exact />
          <span className="text-muted-foreground"> when accepted</span>
        </>
      ),
      hidden: !transaction.valueUsd,
    },
    {
      label: 'Sweep rule',
      value: ruleHref ? <TextLink href={ruleHref}>View rule</TextLink> : null,
      hidden: !ruleHref,
    },
    {
      label: 'Trigger',
      value: transaction.sweep && TRIGGER_NAMES[transaction.sweep.trigger],
      hidden: !transaction.sweep,
    },
    { label: 'From', value: <KnownAddress address={transaction.fromAddress} {...{ known, projectId }} /> },
    { label: 'To', value: <KnownAddress address={transaction.toAddress} {...{ known, projectId }} /> },
    {
      label: 'Relayer',
      value: senderAddress ? <Address value={senderAddress} full /> : null,
      hidden: !senderAddress,
    },
    {
      label: 'Token contract',
      value: tokenAddress ? <Address value={tokenAddress} kind="token address" full /> : null,
      hidden: !tokenAddress,
    },
    { label: 'Chain', value: `${chainName(transaction.chainId)} (${transaction.chainId})` },
  ]
}

/** The state on the chain. A transaction that ended before it was sent has no hash and no block. */
function chainFacts({ units, transaction, timeline }: TransactionFactsProps): KeyValue[] {
  const { txHash, feeWei, confirmations } = transaction
  const isPending = transaction.status === 'PENDING'
  const isUnsent = !isPending && !txHash
  return [
    {
      label: 'Hash',
      value: txHash ? (
        <Address value={txHash} kind="transaction hash" full explorerUrl={transaction.explorerTxUrl} />
      ) : (
        'Not yet'
      ),
      hidden: isUnsent,
    },
    { label: 'Block', value: timeline.blockNumber ?? (isPending ? 'Not yet' : 'None'), hidden: isUnsent },
    {
      label: 'Confirmations',
      value: <span className="tabular">{confirmations}</span>,
      hidden: !timeline.blockNumber,
    },
    {
      label: 'Gas used',
      value: <span className="tabular">{Number(transaction.gasUsed).toLocaleString('en-US')}</span>,
      hidden: !transaction.gasUsed,
    },
    {
      label: 'Fee',
      value: (
        <span className="tabular wrap-anywhere">
          {units.feeOf({ chainId: transaction.chainId, units: feeWei ?? '0' })}
          <span className="text-muted-foreground">{payerText(transaction)}</span>
        </span>
      ),
      hidden: !feeWei,
    },
  ]
}

/** The ids, the customer's own references, and the request that created the transaction. */
function requestFacts({ transaction, timeline, projectId, isRequestLogged }: TransactionFactsProps): KeyValue[] {
  return [
    { label: 'ID', value: <Address value={transaction.id} kind="id" full /> },
    {
      label: 'Reference',
      value: <span className="break-all">{transaction.reference}</span>,
      hidden: !transaction.reference,
    },
    ...declaredCallFacts(transaction.call),
    ...metadataFacts(transaction.metadata),
    {
      label: 'Idempotency key',
      value: timeline.idempotencyKey ? <Address value={timeline.idempotencyKey} kind="idempotency key" full /> : null,
      hidden: !timeline.idempotencyKey,
    },
    {
      label: 'Request',
      value: timeline.requestId ? (
        <>
          <Address value={timeline.requestId} kind="request id" full />
          {projectId && isRequestLogged ? (
            <TextLink href={paths.request(projectId, timeline.requestId)}>View request</TextLink>
          ) : null}
        </>
      ) : null,
      hidden: !timeline.requestId,
    },
    { label: 'Accepted', value: <Time value={timeline.acceptedAt} /> },
  ]
}

/** The payer of the fee; unknown while the transaction is open. */
function payerText({ status, feeUsd }: TransactionView): string {
  if (feeUsd) return ` · ${exactMoney(feeUsd, 'USD')} charged to the balance`
  return status === 'PENDING' ? '' : ' · paid by the platform'
}
