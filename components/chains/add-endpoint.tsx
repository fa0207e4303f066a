'use client'

import { usePlatformShortfall } from '@/components/people/use-platform-shortfall'
import { AddDialog } from '@/components/ui/add-dialog'
import { lazyPart } from '@/components/ui/lazy-part'

const form = lazyPart(() => import('./endpoint-form'))

export function AddEndpoint({ chainId }: { chainId: number }) {
  const shortfall = usePlatformShortfall()
  return (
    <AddDialog part={form} label="Add endpoint" variant="primary" disabledReason={shortfall}>
      {({ EndpointForm }, state) => <EndpointForm chainId={chainId} endpoint={null} {...state} />}
    </AddDialog>
  )
}
