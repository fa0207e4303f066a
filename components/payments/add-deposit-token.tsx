'use client'

import { usePlatformShortfall } from '@/components/people/use-platform-shortfall'
import { AddDialog } from '@/components/ui/add-dialog'
import { lazyPart } from '@/components/ui/lazy-part'

const form = lazyPart(() => import('./deposit-token-form'))

export function AddDepositToken() {
  const shortfall = usePlatformShortfall()
  return (
    <AddDialog part={form} label="Add token" variant="primary" disabledReason={shortfall}>
      {({ DepositTokenForm }, state) => <DepositTokenForm {...state} />}
    </AddDialog>
  )
}
