import { Badge } from '@/components/ui/badge'
import type { ProjectPlan } from '@/schemas/subscriptions/contract'
import { capabilityWords } from './capability-words'

/** A project's plans, product by product, with what they grant. */
export function PlanCapabilities({ plans }: { plans: readonly ProjectPlan[] }) {
  return (
    <ul className="divide-y">
      {plans.map((plan) => (
        <li key={plan.productId} className="space-y-2 px-5 py-4">
          <p className="flex flex-wrap items-center gap-2 font-medium">
            {plan.productName}
            {plan.planName ? <Badge tone="accent">{plan.planName}</Badge> : <Badge>No plan</Badge>}
          </p>
          {plan.capabilities.length > 0 ? (
            <ul className="grid gap-x-6 gap-y-1 text-[0.8125rem] text-muted-foreground sm:grid-cols-2">
              {plan.capabilities.map((capability) => (
                <li key={capability} title={capability}>
                  {capabilityWords(capability)}
                </li>
              ))}
            </ul>
          ) : null}
        </li>
      ))}
    </ul>
  )
}
