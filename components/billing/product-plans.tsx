import { LinkButton } from '@/components/layout/link-button'
import { paths } from '@/components/paths'
import { capabilityWords } from '@/components/plans/capability-words'
import { Alert } from '@/components/ui/alert'
import { Card } from '@/components/ui/card'
import type { ProductOffer } from '@/schemas/payments/quotes/contract'
import type { BillingCycle } from '@/schemas/payments/words'
import { PlanCard } from './plan-card'
import { RunningPlanBar } from './running-plan-bar'

type ProductPlansProps = { projectId: string; product: ProductOffer; cycle: BillingCycle; includes: string | null }

/** The current plan of the project for a product, and the plans it can choose. */
export function ProductPlans({ projectId, product, cycle, includes }: ProductPlansProps) {
  const { running, openPayment, plans } = product
  // The cheapest that would do: plans come in the order of their price.
  const suggested = includes === null ? undefined : plans.find(({ capabilities }) => capabilities.includes(includes))
  const price = plans.find(({ id }) => id === running?.planId)
  const priceNgn = running && price ? price.cycles[running.billingCycle].fullPriceNgn : null
  const awaited = plans.find(({ id }) => id === openPayment?.planId)
  return (
    <Card title={product.name} description={product.description}>
      <div className="space-y-4">
        {includes !== null && suggested && suggested.id !== running?.planId ? (
          <Alert title={`Choose the ${suggested.name} plan to continue`}>
            Your project needs “{capabilityWords(includes)}”, which your current plan does not include.
          </Alert>
        ) : null}
        {openPayment ? (
          <Alert
            title={`A payment for ${awaited?.name ?? 'a plan'} is awaiting funds`}
            actions={
              <LinkButton size="sm" href={paths.payment(projectId, openPayment.id)}>
                View payment
              </LinkButton>
            }
          >
            A new quote for this product replaces it.
          </Alert>
        ) : null}
        {running ? (
          <RunningPlanBar projectId={projectId} product={product.name} running={running} priceNgn={priceNgn} />
        ) : null}
        <ul className="grid gap-4 md:grid-cols-2 xl:grid-cols-3">
          {plans.map((plan) => (
            <PlanCard
              key={plan.id}
              projectId={projectId}
              product={product}
              plan={plan}
              cycle={cycle}
              isSuggested={plan === suggested}
            />
          ))}
        </ul>
      </div>
    </Card>
  )
}
