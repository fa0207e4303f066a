import type { ReactNode } from 'react'
import { TextLink } from '@/components/layout/text-link'
import { paths } from '@/components/paths'
import { CompareProviders } from '@/components/payments/compare-providers'
import { DecideArrival } from '@/components/payments/decide-arrival'
import { DecideException } from '@/components/payments/decide-exception'
import { receiptSourceOf } from '@/components/payments/provider-displays'
import { RecoverDeposit } from '@/components/payments/recover-deposit'
import { RefundActions } from '@/components/payments/refund-actions'
import { RetryEvent } from '@/components/payments/retry-event'
import { usePlatformShortfall } from '@/components/people/use-platform-shortfall'
import { DecideScreening } from '@/components/screening/decide-screening'
import { Address } from '@/components/ui/address'
import type { DepositView } from '@/schemas/deposits/contract'
import type { ExceptionSubjects } from '@/schemas/exceptions/contract'
import type { ExceptionKind } from '@/schemas/exceptions/words'
import type { ProviderEventView } from '@/schemas/payments/providers/contract'
import { providerName } from '@/schemas/payments/providers/words'
import type { RefundView } from '@/schemas/payments/refunds/contract'
import type { UnmatchedDepositView } from '@/schemas/payments/stablecoins/contract'
import { EndException } from './end-exception'

/** The identifying fields of an exception of a kind, and the buttons that end it. */
type Parts<Subject> = { about: (subject: Subject) => ReactNode; actions: (subject: Subject) => ReactNode }

const refund = { about: aboutRefund, actions: (one: RefundView) => <RefundActions refund={one} /> }

export const EXCEPTION_PARTS: { readonly [K in ExceptionKind]: Parts<ExceptionSubjects[K]> } = {
  unassigned_receipt: {
    about: (receipt) => (
      <>
        {receiptSourceOf(receipt)}
        {receipt.paymentId ? <TextLink href={paths.operatorPayment(receipt.paymentId)}>Payment</TextLink> : null}
      </>
    ),
    actions: (receipt) => <DecideException receipt={receipt} />,
  },
  unmatched_deposit: {
    about: aboutArrival,
    actions: (deposit) => (
      <>
        <RecoverDeposit
          recoverable={{
            ...deposit,
            shownAmount: deposit.recovery?.amount ?? deposit.amount,
            depositIds: deposit.recovery?.depositIds ?? [],
            amount: null,
            proposal: deposit.proposal?.what ?? null,
          }}
        />
        <DecideArrival unmatchedDeposit={deposit} />
      </>
    ),
  },
  reverted_deposit: { about: aboutArrival, actions: (deposit) => <DecideArrival unmatchedDeposit={deposit} /> },
  repeated_deposit: { about: aboutArrival, actions: (deposit) => <DecideArrival unmatchedDeposit={deposit} /> },
  proposed_recovery: {
    about: ({ address }) => <Address value={address} />,
    actions: ({ id, amount, ...recovery }) => (
      <>
        {amount === null ? null : (
          <RecoverDeposit
            recoverable={{
              ...recovery,
              shownAmount: amount,
              depositIds: [],
              amount,
              proposal: `to ${recovery.toAddress}`,
            }}
          />
        )}
        <EndException kind="recovery" id={id} label="Reject" about={`the recovery of ${recovery.symbol}`} />
      </>
    ),
  },
  flagged_deposit: {
    about: ({ fromAddress, txHash }) => (
      <>
        <Address value={fromAddress} kind="sender" />
        <Address value={txHash} kind="transaction hash" />
      </>
    ),
    actions: (deposit) => <DecideFlag deposit={deposit} />,
  },
  refund_approval: refund,
  refund_details: refund,
  refund_overdue: refund,
  refund_failed: {
    about: aboutRefund,
    actions: ({ id, reference }) => <EndException kind="refund" id={id} label="Close" about={reference} />,
  },
  event_failed: {
    about: aboutEvent,
    actions: (event) => (
      <>
        <RetryEvent event={event} />
        <IgnoreEvent event={event} />
      </>
    ),
  },
  event_unplaced: {
    about: aboutEvent,
    actions: (event) => (
      <>
        <CompareProviders />
        <IgnoreEvent event={event} />
      </>
    ),
  },
}

function aboutArrival({ address, txHash }: UnmatchedDepositView) {
  return (
    <>
      <Address value={address} />
      <Address value={txHash} kind="transaction hash" />
    </>
  )
}

function aboutRefund({ reference, paymentId, provider }: RefundView) {
  const name = <span className="font-mono">{reference}</span>
  return (
    <>
      {paymentId ? <TextLink href={paths.operatorPayment(paymentId)}>{name}</TextLink> : name}
      <span>{providerName(provider)}</span>
    </>
  )
}

function aboutEvent({ reference, provider }: ProviderEventView) {
  return (
    <>
      {reference === null ? <span>No reference</span> : <span className="break-all font-mono">{reference}</span>}
      <span>{providerName(provider)}</span>
    </>
  )
}

function DecideFlag({ deposit }: { deposit: DepositView }) {
  return <DecideScreening projectId={null} deposit={deposit} disabledReason={usePlatformShortfall()} />
}

function IgnoreEvent({ event: { id, reference } }: { event: ProviderEventView }) {
  return <EndException kind="event" id={id} label="Ignore" about={`the event about ${reference ?? 'no account'}`} />
}
