import type { Metadata } from 'next'
import { requireSignedIn } from '@/app/session'
import { Hydrate, prefetch, trpc } from '@/app/trpc'
import { PlanList } from '@/components/plans/plan-list'

export const metadata: Metadata = { title: 'Plans' }

export default async function PlanListPage() {
  await requireSignedIn()
  await Promise.all([prefetch(trpc.plans.list.queryOptions()), prefetch(trpc.plans.listProducts.queryOptions())])
  return (
    <Hydrate>
      <PlanList />
    </Hydrate>
  )
}
