'use client'

import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { QueryList } from '@/components/table/query-list'
import type { Units } from '@/components/transactions/to-units'
import { useTRPC } from '@/components/trpc'
import { ApprovalCards } from './approval-cards'

type BatchLinesProps = { projectId: string; batchId: string; units: Units }

/** The waiting lines of a batch, those to new recipients first; each can be decided on its own. */
export function BatchLines({ projectId, batchId, units }: BatchLinesProps) {
  const trpc = useTRPC()
  const [page, setPage] = useState(1)
  const query = useQuery(
    trpc.approvals.list.queryOptions(
      { projectId, state: 'pending', batchId, page },
      { placeholderData: keepPreviousData },
    ),
  )
  return (
    <QueryList cards query={query} onPage={setPage} empty={null}>
      {(approvals) => (
        <ApprovalCards
          label="Transfers of the batch"
          projectId={projectId}
          approvals={approvals}
          units={units}
          areInBatch
        />
      )}
    </QueryList>
  )
}
