'use client'

import { Radio } from '@base-ui/react/radio'
import { RadioGroup } from '@base-ui/react/radio-group'
import { useQuery } from '@tanstack/react-query'
import { parseAsInteger, parseAsString, parseAsStringLiteral, useQueryState } from 'nuqs'
import { Page } from '@/components/layout/page'
import { TopUp } from '@/components/payments/top-up'
import { QueryList } from '@/components/table/query-list'
import { useTRPC } from '@/components/trpc'
import { Alert } from '@/components/ui/alert'
import { Card } from '@/components/ui/card'
import { EmptyState } from '@/components/ui/empty-state'
import { UsageCard } from '@/components/usage/usage-card'
import { BILLING_CYCLES, type BillingCycle } from '@/schemas/payments/words'
import { displayNaira } from '@/server/money/display-amount'
import { ProductPlans } from './product-plans'
import { SubscriptionHistory } from './subscription-history'

const LABELS = { MONTHLY: 'Monthly', YEARLY: 'Yearly' } satisfies Record<BillingCycle, string>

type CycleSwitchProps = { value: BillingCycle; onChange: (cycle: BillingCycle) => void }

const REFRESH_MS = 15_000

/** The plans a project can be on, product by product, at the price of now. */
export function PlanPage({ projectId }: { projectId: string }) {
  const trpc = useTRPC()
  const [cycle, setCycle] = useQueryState('cycle', parseAsStringLiteral(BILLING_CYCLES).withDefault('MONTHLY'))
  // From the refusal that led here: the product, and what the plan has to include.
  const [wanted] = useQueryState('product', parseAsInteger)
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
            .toSorted((a, b) => Number(b.id === wanted) - Number(a.id === wanted))
            .map((product) => (
              <ProductPlans
                key={product.id}
                projectId={projectId}
                product={product}
                cycle={cycle}
                includes={product.id === wanted ? includes : null}
              />
            ))
        }
      </QueryList>
      <PlanTerms />
      <SubscriptionHistory projectId={projectId} />
    </Page>
  )
}

const TERMS = [
  {
    question: 'What do I pay?',
    answer:
      'The price of the plan for a month or a year, in advance, by bank transfer or stablecoin. Free plans cost nothing. There are no other charges, except for gas on mainnets, which your balance pays.',
  },
  {
    question: 'When does it renew?',
    answer:
      'At the end of the month or year your balance pays for the next one, if auto-renew is on. If the balance is too low, the plan stays active for seven days. Then it ends.',
  },
  {
    question: 'What happens when a quota is used up?',
    answer:
      'Calls that need it return 402 until the quota resets, once a month. Nothing is charged in addition and nothing is lost. A larger plan lifts the quota within ten seconds.',
  },
  {
    question: 'Can I change the plan?',
    answer:
      'Yes. A larger plan starts as soon as it is paid, and the unused part of your current plan lowers its price. A smaller plan can start when the current one has ended.',
  },
] as const

/** The terms of all plans, as questions that people ask. */
function PlanTerms() {
  return (
    <Card title="How plans work">
      <dl className="grid gap-x-8 gap-y-5 md:grid-cols-2">
        {TERMS.map(({ question, answer }) => (
          <div key={question}>
            <dt className="font-medium">{question}</dt>
            <dd className="mt-0.5 text-pretty text-muted-foreground">{answer}</dd>
          </div>
        ))}
      </dl>
    </Card>
  )
}

/** How often plans are paid: what the prices below are for. */
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
