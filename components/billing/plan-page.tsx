'use client'

import { Radio } from '@base-ui/react/radio'
import { RadioGroup } from '@base-ui/react/radio-group'
import { useQuery } from '@tanstack/react-query'
import { parseAsInteger, parseAsString, parseAsStringLiteral, useQueryState } from 'nuqs'
import type { ReactNode } from 'react'
import { Page } from '@/components/layout/page'
import { TopUp } from '@/components/payments/top-up'
import { QueryList } from '@/components/table/query-list'
import { useTRPC } from '@/components/trpc'
import { Alert } from '@/components/ui/alert'
import { EmptyState } from '@/components/ui/empty-state'
import { UsageCard } from '@/components/usage/usage-card'
import { BILLING_CYCLES, type BillingCycle } from '@/schemas/payments/words'
import { displayNaira } from '@/server/money/display-amount'
import { ProductPlans } from './product-plans'
import { SubscriptionHistory } from './subscription-history'

const LABELS = { MONTHLY: 'Monthly', YEARLY: 'Yearly' } satisfies Record<BillingCycle, string>

type CycleSwitchProps = { value: BillingCycle; onChange: (cycle: BillingCycle) => void }

const REFRESH_MS = 15_000

/** `children`: the text about all plans. */
type PlanPageProps = { projectId: string; children: ReactNode }

/** The plans a project can be on, product by product, at the price of now. */
export function PlanPage({ projectId, children }: PlanPageProps) {
  const trpc = useTRPC()
  const [cycle, setCycle] = useQueryState('cycle', parseAsStringLiteral(BILLING_CYCLES).withDefault('MONTHLY'))
  // The product and the capability of the error that linked here.
  const [productId] = useQueryState('product', parseAsInteger)
  const [includes] = useQueryState('includes', parseAsString)
  const query = useQuery(trpc.payments.listOffers.queryOptions({ projectId }, { refetchInterval: REFRESH_MS }))
  const rate = query.data?.ngnPerUsd
  return (
    <Page
      title="Plans"
      description="A plan says what your project can do with a product, and how much. Each product has its own plan."
      actions={<TopUp projectId={projectId} />}
    >
      <UsageCard projectId={projectId} />
      <div className="flex flex-wrap items-center justify-between gap-3">
        <CycleSwitch value={cycle} onChange={setCycle} />
        {rate ? (
          <p className="tabular text-[0.8125rem] text-muted-foreground">Dollars at {displayNaira(rate)} for 1 USD</p>
        ) : null}
      </div>
      {rate === null ? (
        <Alert tone="warning" title="No exchange rate available">
          You can choose paid plans again once a rate is available. Active plans are not affected.
        </Alert>
      ) : null}
      <QueryList cards query={query} empty={<EmptyState title="No products yet" />}>
        {(products) =>
          products
            .toSorted((a, b) => Number(b.id === productId) - Number(a.id === productId))
            .map((product) => (
              <ProductPlans
                key={product.id}
                projectId={projectId}
                product={product}
                cycle={cycle}
                includes={product.id === productId ? includes : null}
              />
            ))
        }
      </QueryList>
      {children}
      <section id="subscriptions" className="scroll-mt-16" aria-label="Subscriptions">
        <SubscriptionHistory projectId={projectId} />
      </section>
    </Page>
  )
}

/** The billing cycle of the prices below. */
function CycleSwitch({ value, onChange }: CycleSwitchProps) {
  return (
    <RadioGroup
      aria-label="Billing cycle"
      value={value}
      onValueChange={(next) => onChange(next)}
      className="inline-flex rounded-lg border bg-muted p-1"
    >
      {BILLING_CYCLES.map((cycle) => (
        <Radio.Root
          key={cycle}
          value={cycle}
          aria-label={LABELS[cycle]}
          className="h-8 cursor-default select-none rounded-md px-4 font-medium text-muted-foreground text-sm leading-8 transition-colors duration-150 hover:text-foreground data-checked:bg-surface data-checked:text-foreground data-checked:shadow-card dark:data-checked:bg-raised"
        >
          {LABELS[cycle]}
        </Radio.Root>
      ))}
    </RadioGroup>
  )
}
