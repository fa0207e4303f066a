'use client'

import { useQuery } from '@tanstack/react-query'
import { Page } from '@/components/layout/page'
import { listWithin } from '@/components/table/list-query'
import { QueryList } from '@/components/table/query-list'
import { useTRPC } from '@/components/trpc'
import { Badge } from '@/components/ui/badge'
import { Card } from '@/components/ui/card'
import { EmptyState } from '@/components/ui/empty-state'
import type { OperatorPlan, ProductView } from '@/schemas/plans/contract'
import { meteredLabel } from '@/schemas/usage/words'
import { capabilityWords } from './capability-words'
import { EditPlan } from './edit-plan'
import { formatPrice } from './format-price'

/** One language on both sides, so that server and browser write the same. */
const COUNT = new Intl.NumberFormat('en')

/** The form for the middle of a sentence. A name that starts with an abbreviation is unchanged. */
function lowerFirst(label: string): string {
  return /^[A-Z]{2}/.test(label) ? label : label.charAt(0).toLowerCase() + label.slice(1)
}

/** Every plan, product by product. */
export function PlanList() {
  const trpc = useTRPC()
  const products = useQuery(trpc.plans.listProducts.queryOptions())
  const plans = useQuery(trpc.plans.list.queryOptions())
  const query = listWithin<unknown, ProductView>(plans.data ? products : plans, () => plans.data && products.data)
  return (
    <Page
      title="Plans"
      description="Prices and contents of each plan. Changes apply to every project on the plan within ten seconds."
    >
      <QueryList cards query={query} empty={<EmptyState title="No products yet" />}>
        {(rows) =>
          rows.map((product) => {
            const own = plans.data?.items.filter((plan) => plan.productId === product.id) ?? []
            return (
              <Card
                key={product.id}
                title={product.name}
                description={product.description}
                actions={<EditPlan product={product} plan={null} />}
                flush
              >
                {own.length === 0 ? <EmptyState title="No plans yet" /> : null}
                <ul className="divide-y">
                  {own.map((plan) => (
                    <PlanRow key={plan.id} plan={plan} product={product} />
                  ))}
                </ul>
              </Card>
            )
          })
        }
      </QueryList>
    </Page>
  )
}

function PlanRow({ plan, product }: { plan: OperatorPlan; product: ProductView }) {
  return (
    <li className="flex flex-wrap items-center gap-x-6 gap-y-2 px-5 py-4">
      <div className="min-w-0 flex-1 basis-60">
        <p className="flex flex-wrap items-center gap-2 font-medium">
          {plan.name}
          {plan.isActive ? null : <Badge>Not on sale</Badge>}
        </p>
        <p className="text-[0.8125rem] text-muted-foreground">{plan.description}</p>
        <p className="tabular mt-1 text-[0.8125rem] text-muted-foreground">{includedText(plan, product)}</p>
        <p className="tabular text-[0.8125rem] text-muted-foreground">
          {COUNT.format(plan.readPerMinute)} reads and {COUNT.format(plan.writePerMinute)} writes per minute · $
          {COUNT.format(plan.sponsoredDailyUsd)} of gas per testnet per day · {useText(plan.projectCount)}
        </p>
        {plan.quotas.length > 0 ? (
          <p className="tabular text-[0.8125rem] text-muted-foreground">
            {plan.quotas
              .map(({ name, limit }) => `${COUNT.format(limit)} ${lowerFirst(meteredLabel(name))} per month`)
              .join(' · ')}
          </p>
        ) : null}
      </div>
      <div className="flex items-center justify-between gap-6 max-sm:w-full">
        <span className="tabular font-semibold">
          {formatPrice(plan.priceMonthlyMinor, plan.currencySign)}
          {plan.priceMonthlyMinor > 0n ? (
            <span className="font-normal text-muted-foreground">
              {' '}
              a month, {formatPrice(plan.priceMonthlyMinor * BigInt(plan.yearlyMonths), plan.currencySign)} a year
            </span>
          ) : null}
        </span>
        <EditPlan product={product} plan={plan} />
      </div>
    </li>
  )
}

/** What projects on the plan can do, or what they cannot, whichever is shorter. */
function includedText({ capabilities }: OperatorPlan, product: ProductView): string {
  const missing = product.capabilities.filter((name) => !capabilities.includes(name))
  if (missing.length === 0) return 'Includes everything of the product'
  const words = (names: readonly string[]) => names.map((name) => lowerFirst(capabilityWords(name))).join(', ')
  if (missing.length < capabilities.length) return `Includes everything except: ${words(missing)}`
  return capabilities.length === 0 ? 'Includes nothing' : `Includes only: ${words(capabilities)}`
}

function useText(projects: number): string {
  if (projects === 0) return 'not used yet'
  return `used by ${projects === 1 ? '1 project' : `${COUNT.format(projects)} projects`}`
}
