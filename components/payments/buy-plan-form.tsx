'use client'

import { useQuery } from '@tanstack/react-query'
import { CYCLE_NAMES } from '@/components/billing/cycle-names'
import { FormDialog } from '@/components/form/form-dialog'
import { QueryContent } from '@/components/query-content'
import { useTRPC } from '@/components/trpc'
import { KeyValueList } from '@/components/ui/key-value-list'
import { Skeleton } from '@/components/ui/skeleton'
import { Time } from '@/components/ui/time'
import type { DialogState } from '@/components/ui/use-lazy-dialog'
import type { QuotePreview } from '@/schemas/payments/quotes/contract'
import type { BillingCycle } from '@/schemas/payments/words'
import { displayNaira, exactMoney } from '@/server/money/display-amount'
import { useSubscribe } from './use-subscribe'

type BuyPlanFormProps = DialogState & {
  projectId: string
  plan: { id: number; name: string }
  cycle: BillingCycle
}

/** The present price of a plan, line by line, shown before a payment is opened. */
export function BuyPlanForm({ projectId, plan, cycle, open, onOpenChange }: BuyPlanFormProps) {
  const trpc = useTRPC()
  const request = { purpose: 'SUBSCRIPTION', planId: plan.id, billingCycle: cycle } as const
  const query = useQuery(trpc.payments.quote.queryOptions({ projectId, request }, { enabled: open, staleTime: 0 }))
  const subscribe = useSubscribe(projectId, { onBegun: () => onOpenChange(false) })
  const { data: quote } = query
  const isFree = quote?.change === null
  return (
    <FormDialog
      open={open}
      onOpenChange={onOpenChange}
      title={quote?.change === 'RENEWAL' ? `Renew ${plan.name}` : `${plan.name}, ${CYCLE_NAMES[cycle]}`}
      description={
        isFree
          ? 'A free plan starts immediately.'
          : 'The next step shows how to pay. The plan starts once we receive your payment.'
      }
      submitLabel={isFree ? 'Start plan' : 'Continue to payment'}
      disabledReason={quote ? null : 'No price available yet'}
      onSubmit={(event) => {
        event.preventDefault()
        subscribe.mutate({ projectId, request })
      }}
      mutation={subscribe}
    >
      <QueryContent query={query} loading={<Skeleton className="h-44" />}>
        {(priced) => <PriceLines quote={priced} />}
      </QueryContent>
    </FormDialog>
  )
}

function PriceLines({ quote }: { quote: QuotePreview }) {
  const { creditNgn, fullPriceNgn, amountNgn, amountUsd, ngnPerUsd, periodStart, periodEnd } = quote
  return (
    <KeyValueList
      items={[
        { label: 'Price', value: <span className="tabular">{displayNaira(fullPriceNgn)}</span> },
        {
          label: 'Credit',
          value: (
            <span className="tabular">
              −{displayNaira(creditNgn)}
              <span className="text-muted-foreground"> for the unused part of the previous plan</span>
            </span>
          ),
          hidden: creditNgn === '0',
        },
        {
          label: 'To pay',
          value: (
            <span className="tabular">
              <strong className="text-base">{displayNaira(amountNgn)}</strong>
              <span className="text-muted-foreground"> or {exactMoney(amountUsd, 'USD')}</span>
            </span>
          ),
        },
        {
          label: 'Rate',
          value: <span className="tabular">{ngnPerUsd ? `${displayNaira(ngnPerUsd)} for 1 USD` : null}</span>,
          hidden: ngnPerUsd === null,
        },
        { label: 'From', value: <Time value={periodStart} format="day" /> },
        { label: 'Until', value: <Time value={periodEnd} format="day" /> },
      ]}
    />
  )
}
