'use client'

import { usePlatformShortfall } from '@/components/people/use-platform-shortfall'
import { AddDialog } from '@/components/ui/add-dialog'
import { lazyPart } from '@/components/ui/lazy-part'

const form = lazyPart(() => import('./create-business-form'))

export function CreateBusiness() {
  const shortfall = usePlatformShortfall()
  return (
    <AddDialog part={form} label="Create business" variant="primary" disabledReason={shortfall}>
      {({ CreateBusinessForm }, state) => <CreateBusinessForm {...state} />}
    </AddDialog>
  )
}
