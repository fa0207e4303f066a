'use client'

import { useQuery } from '@tanstack/react-query'
import { Eye } from 'lucide-react'
import { CYCLE_NAMES } from '@/components/billing/cycle-names'
import { LinkButton } from '@/components/layout/link-button'
import { TextLink } from '@/components/layout/text-link'
import { paths } from '@/components/paths'
import { QueryPage } from '@/components/query-page'
import { metadataFacts } from '@/components/transactions/metadata-facts'
import { useTRPC } from '@/components/trpc'
import { Address } from '@/components/ui/address'
import { Amount } from '@/components/ui/amount'
import { Badge } from '@/components/ui/badge'
import { Card } from '@/components/ui/card'
import { KeyValueList } from '@/components/ui/key-value-list'
import { StateBadge } from '@/components/ui/state-badge'
import { Time } from '@/components/ui/time'
import { Timeline } from '@/components/ui/timeline'
import type { OperatorPaymentDetail } from '@/schemas/payments/operator/contract'
import { EXCEPTION_TEXTS } from './exception-texts'
import { OperatorPaymentMoney } from './operator-payment-money'
import { OperatorPaymentRecord } from './operator-payment-record'
import { operatorPaymentSteps } from './operator-payment-steps'
import { PAYMENT_PAGE_DISPLAYS, PURPOSE_NAMES, pageState } from './payment-displays'

const REFRESH_MS = 3_000

/** One payment of any business: its quote, its receipts, its refunds and its events. */
export function OperatorPayment({ paymentId }: { paymentId: string }) {
  const trpc = useTRPC()
  const query = useQuery(trpc.payments.getAny.queryOptions({ paymentId }, { refetchInterval: REFRESH_MS }))
  return (
    <QueryPage
      query={query}
      title="Payment"
      breadcrumbs={[{ label: 'Payments', href: paths.operatorPayments }]}
      head={(payment) => ({
        title: payment.paymentRef,
        badge: <StateBadge state={pageState(payment)} displays={PAYMENT_PAGE_DISPLAYS} />,
        actions: (
          <LinkButton href={paths.payment(payment.projectId, payment.id)} icon={<Eye aria-hidden />}>
            View as the business
          </LinkButton>
        ),
      })}
    >
      {(payment) => (
        <>
          <Quote payment={payment} />
          <Card title="Timeline">
            <Timeline label="Timeline" steps={operatorPaymentSteps(payment)} />
          </Card>
          <OperatorPaymentMoney payment={payment} />
          <OperatorPaymentRecord payment={payment} />
        </>
      )}
    </QueryPage>
  )
}

function Quote({ payment }: { payment: OperatorPaymentDetail }) {
  const { businessId, projectId, exceptions, creditNgn, periodStart, periodEnd } = payment
  return (
    <Card title="Quote">
      <KeyValueList
        items={[
          {
            label: 'Business',
            value: (
              <span className="flex flex-wrap gap-x-4">
                <TextLink href={paths.business(businessId)}>{payment.businessName}</TextLink>
                <TextLink href={paths.operatorProject(businessId, projectId)}>{payment.projectName}</TextLink>
              </span>
            ),
          },
          { label: 'For', value: boughtBy(payment) },
          { label: 'Amount', value: <Amount value={payment.amountNgn} unit="NGN" /> },
          { label: 'In USD', value: <Amount value={payment.amountUsd} unit="USD" exact /> },
          { label: 'Rate', value: <Amount value={payment.ngnPerUsd} unit="NGN per USD" exact /> },
          { label: 'Credit', value: <Amount value={creditNgn} unit="NGN" />, hidden: creditNgn === '0' },
          { label: 'Received', value: <Amount value={payment.receivedNgn} unit="NGN" /> },
          {
            label: 'Period',
            value: (
              <>
                <Time value={periodStart} format="utc" /> to <Time value={periodEnd} format="utc" />
              </>
            ),
            hidden: periodStart === null || periodEnd === null,
          },
          {
            label: 'Exceptions',
            value: exceptions.map((exception) => (
              <Badge key={exception} tone="warning">
                {EXCEPTION_TEXTS[exception].title}
              </Badge>
            )),
            hidden: exceptions.length === 0,
          },
          { label: 'Replaced', value: 'By a later quote', hidden: !payment.isReplaced },
          { label: 'Description', value: payment.description, hidden: payment.description === '' },
          {
            label: "Customer's reference",
            value: <span className="break-all">{payment.clientReference}</span>,
            hidden: !payment.clientReference,
          },
          ...metadataFacts(payment.metadata),
          { label: 'Price expires', value: <Time value={payment.expiryAt} /> },
          { label: 'ID', value: <Address value={payment.id} kind="id" full /> },
        ]}
      />
    </Card>
  )
}

function boughtBy({ plan, billingCycle, purpose }: OperatorPaymentDetail): string {
  if (!plan || !billingCycle) return PURPOSE_NAMES[purpose]
  return `${plan.productName} ${plan.name}, ${CYCLE_NAMES[billingCycle]}`
}
