'use client'

import { Plus } from 'lucide-react'
import { usePlatformShortfall } from '@/components/people/use-platform-shortfall'
import { Button } from '@/components/ui/button'
import { LazyDialog } from '@/components/ui/lazy-dialog'
import { lazyPart } from '@/components/ui/lazy-part'

const form = lazyPart(() => import('./credit-business-form'))

/** Puts money into a business's balance. */
export function CreditBusiness({ businessId, name }: { businessId: string; name: string }) {
  const shortfall = usePlatformShortfall()
  return (
    <LazyDialog
      part={form}
      trigger={
        <Button icon={<Plus aria-hidden />} disabledReason={shortfall}>
          Credit
        </Button>
      }
    >
      {({ CreditBusinessForm }, state) => <CreditBusinessForm businessId={businessId} name={name} {...state} />}
    </LazyDialog>
  )
}
