import type { Database } from '@/db/client'
import { subscriptions } from '@/db/schema'
import type { ClientTags } from '@/server/text/tags-of'
import type { BillingCycle, Period } from './period'

type Opening = ClientTags & {
  id: string
  businessId: string
  projectId: string
  productId: number
  planId: number
  billingCycle: BillingCycle
  period: Period
  paymentRef: string
  createdBy: string
}

/** A subscription that waits for its money, and grants nothing yet. */
export async function openSubscription(db: Database, { period, ...opening }: Opening): Promise<void> {
  await db.insert(subscriptions).values({
    ...opening,
    status: 'PENDING',
    startDate: period.start,
    endDate: period.end,
    anchorDay: period.anchorDay,
    autoRenew: true,
  })
}
