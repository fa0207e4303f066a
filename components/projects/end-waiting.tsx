'use client'

import { useQuery } from '@tanstack/react-query'
import { usePlatformShortfall } from '@/components/people/use-platform-shortfall'
import { useTRPC } from '@/components/trpc'
import { Alert } from '@/components/ui/alert'
import { Button } from '@/components/ui/button'
import { LazyDialog } from '@/components/ui/lazy-dialog'
import { lazyPart } from '@/components/ui/lazy-part'

const form = lazyPart(() => import('./end-waiting-form'))

/**
 * The transactions that a suspension holds back, with a button that ends them; nothing if none waits. `projectId` null:
 * all projects of the business.
 */
export function EndWaiting({ businessId, projectId }: { businessId: string; projectId: string | null }) {
  const trpc = useTRPC()
  const shortfall = usePlatformShortfall()
  const { data: waiting = 0 } = useQuery(trpc.lanes.countWaiting.queryOptions({ businessId, projectId }))
  if (waiting === 0) return null
  return (
    <Alert
      tone="warning"
      title={waiting === 1 ? '1 transaction waiting' : `${waiting} transactions waiting`}
      actions={
        <LazyDialog
          part={form}
          trigger={
            <Button size="sm" className="text-danger-foreground" disabledReason={shortfall}>
              End waiting transactions
            </Button>
          }
        >
          {({ EndWaitingForm }, state) => <EndWaitingForm businessId={businessId} projectId={projectId} {...state} />}
        </LazyDialog>
      }
    >
      Nothing is signed while this is suspended. They continue once it is resumed.
    </Alert>
  )
}
