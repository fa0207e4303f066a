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
import type { ScreeningListView } from '@/schemas/screening/contract'
import type { ListFormat } from '@/schemas/screening/words'

const REFRESH_MS = 15_000
const REFRESH_WHILE_READING_MS = 2_000

type List = ScreeningListView | null | undefined

/** A read in progress is shown closely. */
const refreshMs = ({ state }: { state: { data: List } }) =>
  state.data?.reading ? REFRESH_WHILE_READING_MS : REFRESH_MS

const FORMATS: Record<ListFormat, string> = { TEXT: 'Text or CSV', JSON: 'JSON', SDN: 'OFAC SDN (XML)' }

const dialog = lazyPart(() => import('@/components/form/reason-dialog'))

/** The list that SCREENING_LIST names: its content in force, and the error of the last read. */
export function ScreeningListCard({ disabledReason }: { disabledReason: string | null }) {
  const trpc = useTRPC()
  const client = useQueryClient()
  const { data } = useQuery(trpc.screening.getList.queryOptions(undefined, { refetchInterval: refreshMs }))
  const accept = useServerMutation(trpc.screening.acceptList, {
    onSuccess: async () => {
      await client.invalidateQueries(trpc.screening.pathFilter())
      toast.success('The list is accepted at the next check')
    },
  })
  if (data === undefined) return null
  if (data === null)
    return <Alert title="No list is configured">SCREENING_LIST is not set. Addresses are blocked manually.</Alert>
  const { source, count, unreadable, format, sizeBytes, readAt, checkedAt, reading, error, refusedHash } = data
  return (
    <Card title="List">
      {error ? (
        <Alert tone="warning" title="The last check failed">
          {error}. The last good list stays in force.
        </Alert>
      ) : null}
      <KeyValueList
        items={[
          { label: 'Source', value: <span className="break-all font-mono text-[0.8125rem]">{source}</span> },
          { label: 'Addresses', value: <span className="tabular">{count}</span> },
          {
            label: 'Other entries',
            value: <span className="tabular">{unreadable} that are not EVM or Solana addresses</span>,
            hidden: unreadable === 0,
          },
          { label: 'Format', value: format && `${FORMATS[format]}, ${toSize(sizeBytes)}`, hidden: format === null },
          { label: 'Last success', value: <Time value={readAt} fallback="Never" /> },
          { label: 'Last attempt', value: <Time value={checkedAt} fallback="Never" /> },
          { label: 'In progress', value: reading && <Reading {...reading} />, hidden: reading === null },
        ]}
      />
      {refusedHash ? (
        <LazyDialog part={dialog} trigger={<Button disabledReason={disabledReason}>Accept this list</Button>}>
          {({ ReasonDialog }, state) => (
            <ReasonDialog
              {...state}
              title="Accept the list as it is now?"
              description="Addresses that are no longer on it are unblocked at the next check, unless they are blocked manually."
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

/** The progress of a read. */
function Reading({ since, bytes, totalBytes }: NonNullable<ScreeningListView['reading']>) {
  return (
    <span className="tabular">
      {toSize(bytes)}
      {totalBytes === null ? '' : ` of ${toSize(totalBytes)}`} read since <Time value={since} />
    </span>
  )
}

function toSize(bytes: number): string {
  const inMega = bytes >= 1_000_000
  const count = bytes / (inMega ? 1_000_000 : 1_000)
  return `${count.toLocaleString('en-US', { maximumFractionDigits: 1 })} ${inMega ? 'MB' : 'kB'}`
}
