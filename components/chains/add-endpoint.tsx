'use client'

import { Plus } from 'lucide-react'
import { usePlatformShortfall } from '@/components/people/use-platform-shortfall'
import { Button } from '@/components/ui/button'
import { LazyDialog } from '@/components/ui/lazy-dialog'
import { lazyPart } from '@/components/ui/lazy-part'

const form = lazyPart(() => import('./endpoint-form'))

export function AddEndpoint({ chainId }: { chainId: number }) {
  const shortfall = usePlatformShortfall()
  return (
    <LazyDialog
      part={form}
      trigger={
        <Button variant="primary" icon={<Plus aria-hidden />} disabledReason={shortfall}>
          Add endpoint
        </Button>
      }
    >
      {({ EndpointForm }, state) => <EndpointForm chainId={chainId} endpoint={null} {...state} />}
    </LazyDialog>
  )
}
