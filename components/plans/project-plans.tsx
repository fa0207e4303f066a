'use client'

import { useQuery, useQueryClient } from '@tanstack/react-query'
import { refusalText } from '@/components/form/refusal-text'
import { useServerMutation } from '@/components/form/use-server-mutation'
import { usePlatformShortfall } from '@/components/people/use-platform-shortfall'
import { listWithin } from '@/components/table/list-query'
import { QueryList } from '@/components/table/query-list'
import { useTRPC } from '@/components/trpc'
import { Card } from '@/components/ui/card'
import { LazySelect } from '@/components/ui/lazy-select'
import { Time } from '@/components/ui/time'
import { toast } from '@/components/ui/toast'
import type { ProjectPlan } from '@/schemas/subscriptions/contract'

type ProjectPlansProps = { businessId: string; projectId: string }

const NONE = 'none'

/** The plan of each product that the project has. */
export function ProjectPlans({ businessId, projectId }: ProjectPlansProps) {
  const trpc = useTRPC()
  const client = useQueryClient()
  const project = { businessId, projectId }
  const shortfall = usePlatformShortfall()
  const current = useQuery(trpc.subscriptions.listOfProject.queryOptions(project))
  const plans = useQuery(trpc.plans.list.queryOptions())
  const change = useServerMutation(trpc.subscriptions.setPlan, {
    again: true,
    onSuccess: ({ state }) =>
      toast.success(
        state === 'done' ? 'Plan changed' : 'Proposed: a second operator has to approve it on the Proposals page',
      ),
    onError: (error) => toast.error(refusalText(error)),
    onSettled: async () => {
      await client.invalidateQueries(trpc.subscriptions.pathFilter())
      await client.invalidateQueries(trpc.plans.pathFilter())
    },
  })
  const query = listWithin<unknown, ProjectPlan>(plans.data ? current : plans, () => plans.data && current.data)
  return (
    <Card
      title="Plans"
      description="Changes take effect within ten seconds. Nothing is charged. Plans worth more than ₦1,000,000 per day, and more sponsored gas on mainnets, need a second operator."
      flush
    >
      <QueryList query={query}>
        {(products) => (
          <ul className="divide-y">
            {products.map((product) => (
              <li
                key={product.productId}
                className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 px-5 py-4"
              >
                <div className="min-w-0">
                  <p className="font-medium">{product.productName}</p>
                  <p className="text-[0.8125rem] text-muted-foreground">
                    {product.planId === null ? (
                      'Calls return 402'
                    ) : (
                      <>
                        {product.capabilities.length === 1
                          ? '1 capability'
                          : `${product.capabilities.length} capabilities`}
                        , until <Time value={product.endDate} format="utc" />
                      </>
                    )}
                  </p>
                </div>
                <LazySelect
                  aria-label={`Plan of ${product.productName}`}
                  className="w-44"
                  disabled={shortfall !== null || change.isPending}
                  value={product.planId === null ? NONE : String(product.planId)}
                  options={[
                    { value: NONE, label: 'No plan' },
                    ...(plans.data?.items ?? [])
                      .filter(
                        (plan) => plan.productId === product.productId && (plan.isActive || plan.id === product.planId),
                      )
                      .map((plan) => ({ value: String(plan.id), label: plan.name })),
                  ]}
                  onValueChange={(value) =>
                    change.mutate({
                      ...project,
                      productId: product.productId,
                      planId: value === NONE ? null : Number(value),
                    })
                  }
                />
              </li>
            ))}
          </ul>
        )}
      </QueryList>
    </Card>
  )
}
