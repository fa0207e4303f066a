'use client'

import { usePlatformShortfall } from '@/components/people/use-platform-shortfall'
import { AddDialog } from '@/components/ui/add-dialog'
import { lazyPart } from '@/components/ui/lazy-part'

const form = lazyPart(() => import('./credit-business-form'))

/** Credits the balance of a business. */
export function CreditBusiness({ businessId, name }: { businessId: string; name: string }) {
  const shortfall = usePlatformShortfall()
  return (
    <AddDialog part={form} label="Credit" disabledReason={shortfall}>
      {({ CreditBusinessForm }, state) => <CreditBusinessForm businessId={businessId} name={name} {...state} />}
    </AddDialog>
  )
}
