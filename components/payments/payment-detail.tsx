'use client'

import { useQuery } from '@tanstack/react-query'
import { paths } from '@/components/paths'
import { QueryPage } from '@/components/query-page'
import { useTRPC } from '@/components/trpc'
import { Address } from '@/components/ui/address'
import { Amount } from '@/components/ui/amount'
import { Card } from '@/components/ui/card'
import { KeyValueList } from '@/components/ui/key-value-list'
import { StateBadge } from '@/components/ui/state-badge'
import { Time } from '@/components/ui/time'
import { formatAmount } from '@/server/money/amount'
import type { PaymentDetail as Detail } from '@/server/payments/contract'
import { PaymentAccounts } from './payment-accounts'
import { EXCEPTION_TEXTS, OUTCOME_NAMES, PAYMENT_LOOKS, PURPOSE_NAMES } from './payment-looks'

type PaymentDetailProps = { projectId: string; paymentId: string }

const REFRESH_MS = 2_000
const KOBO = 2

/** One payment: where to send its money, what came, and what became of it. */
export function PaymentDetail({ projectId, paymentId }: PaymentDetailProps) {
  const trpc = useTRPC()
  const query = useQuery(
    trpc.payments.get.queryOptions(
      { projectId, paymentId },
      { refetchInterval: ({ state }) => (state.data?.status === 'PENDING' ? REFRESH_MS : false) },
    ),
  )
  return (
    <QueryPage
      query={query}
      title="Payment"
      breadcrumbs={[{ label: 'Payments', href: paths.payments(projectId) }]}
      head={({ paymentRef, status }) => ({
        title: paymentRef,
        badge: <StateBadge state={status} looks={PAYMENT_LOOKS} />,
      })}
    >
      {(payment) => (
        <>
          {payment.status === 'PENDING' ? <PaymentAccounts accounts={payment.accounts} /> : null}
          <Facts payment={payment} />
          <Receipts payment={payment} />
        </>
      )}
    </QueryPage>
  )
}

function Facts({ payment }: { payment: Detail }) {
  const { status, exceptions, description } = payment
  return (
    <Card title="Payment">
      <KeyValueList
        items={[
          { label: 'For', value: PURPOSE_NAMES[payment.purpose] },
          {
            label: 'Amount',
            value: <Amount value={formatAmount(BigInt(payment.amount), KOBO)} unit={payment.currency} />,
          },
          { label: 'In dollars', value: <Amount value={payment.amountUsd} unit="USD" /> },
          { label: 'Description', value: description, hidden: description === '' },
          {
            label: 'What happened',
            value: exceptions.map((exception) => EXCEPTION_TEXTS[exception]).join(' '),
            hidden: exceptions.length === 0,
          },
          { label: 'Price holds until', value: <Time value={payment.expiryAt} />, hidden: status !== 'PENDING' },
          { label: 'Opened', value: <Time value={payment.createdAt} /> },
          { label: 'Last change', value: <Time value={payment.updatedAt} /> },
          { label: 'Id', value: <Address value={payment.id} kind="id" full /> },
        ]}
      />
    </Card>
  )
}

function Receipts({ payment: { receipts } }: { payment: Detail }) {
  return (
    <Card title="Money that came" flush>
      {receipts.length === 0 ? (
        <p className="px-5 py-4 text-muted-foreground">Nothing yet.</p>
      ) : (
        <ol className="divide-y">
          {receipts.map((receipt) => (
            <li key={receipt.id} className="flex flex-wrap items-center justify-between gap-x-6 gap-y-1 px-5 py-4">
              <div className="min-w-0">
                <p className="font-medium">{OUTCOME_NAMES[receipt.outcome]}</p>
                <p className="text-[0.8125rem] text-muted-foreground">
                  {receipt.provider}, <Time value={receipt.paidAt} />
                </p>
              </div>
              <Amount value={receipt.valueNgn} unit="NGN" />
            </li>
          ))}
        </ol>
      )}
    </Card>
  )
}
