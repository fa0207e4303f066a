'use client'

import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useServerMutation } from '@/components/form/use-server-mutation'
import { useTRPC } from '@/components/trpc'
import { Alert } from '@/components/ui/alert'
import { Button } from '@/components/ui/button'
import { Card } from '@/components/ui/card'
import { KeyValueList } from '@/components/ui/key-value-list'
import { LazyDialog } from '@/components/ui/lazy-dialog'
import { lazyPart } from '@/components/ui/lazy-part'
import { Time } from '@/components/ui/time'
import { toast } from '@/components/ui/toast'

const dialog = lazyPart(() => import('@/components/form/reason-dialog'))

/** The list that SCREENING_LIST names: how much of it is in force, and why the last look failed. */
export function ScreeningListCard({ disabledReason }: { disabledReason: string | null }) {
  const trpc = useTRPC()
  const client = useQueryClient()
  const { data } = useQuery(trpc.screening.getList.queryOptions())
  const accept = useServerMutation(trpc.screening.acceptList, {
    onSuccess: async () => {
      await client.invalidateQueries(trpc.screening.pathFilter())
      toast.success('The next look takes the list')
    },
  })
  if (data === undefined) return null
  if (data === null)
    return <Alert title="No list is read">SCREENING_LIST is not set. Addresses are blocked by hand.</Alert>
  const { source, count, unreadable, readAt, error, refusedHash } = data
  return (
    <Card title="List">
      {error ? (
        <Alert tone="warning" title="The last look failed">
          {error}. The last good list stays in force.
        </Alert>
      ) : null}
      <KeyValueList
        items={[
          { label: 'Source', value: <span className="break-all font-mono text-[0.8125rem]">{source}</span> },
          { label: 'Addresses', value: <span className="tabular">{count}</span> },
          {
            label: 'Unreadable entries',
            value: <span className="tabular">{unreadable}</span>,
            hidden: unreadable === 0,
          },
          { label: 'Last read', value: <Time value={readAt} fallback="Never" /> },
        ]}
      />
      {refusedHash ? (
        <LazyDialog part={dialog} trigger={<Button disabledReason={disabledReason}>Accept this list</Button>}>
          {({ ReasonDialog }, state) => (
            <ReasonDialog
              {...state}
              title="Accept the list as it is now?"
              description="Addresses that it no longer names are unblocked at the next look, unless they are blocked by hand."
              submitLabel="Accept list"
              mutation={accept}
              onReason={(reason) => accept.mutate({ hash: refusedHash, reason })}
            />
          )}
        </LazyDialog>
      ) : null}
    </Card>
  )
}
