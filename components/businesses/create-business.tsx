'use client'

import { Plus } from 'lucide-react'
import { usePlatformShortfall } from '@/components/people/use-platform-shortfall'
import { Button } from '@/components/ui/button'
import { LazyDialog } from '@/components/ui/lazy-dialog'
import { lazyPart } from '@/components/ui/lazy-part'

const form = lazyPart(() => import('./create-business-form'))

export function CreateBusiness() {
  const shortfall = usePlatformShortfall()
  return (
    <LazyDialog
      part={form}
      trigger={
        <Button variant="primary" icon={<Plus aria-hidden />} disabledReason={shortfall}>
          Create business
        </Button>
      }
    >
      {({ CreateBusinessForm }, state) => <CreateBusinessForm {...state} />}
    </LazyDialog>
  )
}
