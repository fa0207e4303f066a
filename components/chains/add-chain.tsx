'use client'

import { usePlatformShortfall } from '@/components/people/use-platform-shortfall'
import { AddDialog } from '@/components/ui/add-dialog'
import { lazyPart } from '@/components/ui/lazy-part'

const form = lazyPart(() => import('./add-chain-form'))

export function AddChain() {
  const shortfall = usePlatformShortfall()
  return (
    <AddDialog part={form} label="Add chain" variant="primary" disabledReason={shortfall}>
      {({ AddChainForm }, state) => <AddChainForm {...state} />}
    </AddDialog>
  )
}
