'use client'

import { useQuery } from '@tanstack/react-query'
import { formatDistanceStrict } from 'date-fns'
import { useState } from 'react'
import { type Control, useWatch } from 'react-hook-form'
import { refusalText } from '@/components/form/refusal-text'
import { useTRPC } from '@/components/trpc'
import { Alert } from '@/components/ui/alert'
import { Button } from '@/components/ui/button'
import { KeyValueList } from '@/components/ui/key-value-list'
import { Time } from '@/components/ui/time'
import { groupDigits } from '@/server/money/display-amount'
import { type ReplayForm, replayForm, toRange } from './replay-form'

type ReplayEstimateProps = { projectId: string; subscriptionId: string; control: Control<ReplayForm> }

/** The estimate of a replay of the entered blocks, calculated on request. */
export function ReplayEstimate({ projectId, subscriptionId, control }: ReplayEstimateProps) {
  const trpc = useTRPC()
  const values = useWatch({ control })
  const filled = replayForm.safeParse(values)
  const range = filled.success ? toRange(filled.data) : null
  // The estimate needs a call to the chain, so it is not made at every keystroke.
  const [estimatedRange, setEstimatedRange] = useState('')
  const isRequested = range !== null && estimatedRange === JSON.stringify(range)
  const options = trpc.indexer.estimateReplay.queryOptions(
    { projectId, subscriptionId, ...range },
    { enabled: isRequested, retry: false },
  )
  const { data, error, isFetching } = useQuery(options)
  if (!isRequested)
    return (
      <Button
        disabledReason={range === null ? 'Enter a start' : null}
        onClick={() => setEstimatedRange(JSON.stringify(range))}
      >
        Estimate
      </Button>
    )
  if (error) return <Alert tone="warning">{refusalText(error)}</Alert>
  if (!data || isFetching) return <Alert tone="neutral">Looking up the blocks…</Alert>
  const { fromBlock, toBlock, blockCount, fromTime, toTime, knownEvents, seconds } = data
  return (
    <section aria-label="Estimate" className="rounded-lg border px-4">
      <KeyValueList
        items={[
          { label: 'Blocks', value: `${groupDigits(String(blockCount))} (${fromBlock} to ${toBlock})` },
          { label: 'First', value: <Time value={fromTime} format="utc" /> },
          { label: 'Last', value: <Time value={toTime} format="utc" /> },
          { label: 'Known events', value: groupDigits(String(knownEvents)) },
          { label: 'Estimated time', value: `about ${formatDistanceStrict(0, seconds * 1_000)}` },
        ]}
      />
    </section>
  )
}
