import { Badge } from '@/components/ui/badge'
import type { ProjectPlan } from '@/schemas/subscriptions/contract'

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
            <p className="flex flex-wrap gap-x-3 gap-y-1 font-mono text-muted-foreground text-xs">
              {plan.capabilities.map((capability) => (
                <span key={capability}>{capability}</span>
              ))}
            </p>
          ) : null}
        </li>
      ))}
    </ul>
  )
}
