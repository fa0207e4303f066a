'use client'

import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { QueryList } from '@/components/table/query-list'
import type { Units } from '@/components/transactions/to-units'
import { useTRPC } from '@/components/trpc'
import { PendingApproval } from './pending-approval'

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
        <ul aria-label="Transfers of the batch" className="space-y-4">
          {approvals.map((approval) => (
            <li key={approval.id}>
              <PendingApproval
                projectId={projectId}
                approval={approval}
                unit={units.unitOf(approval.transaction)}
                chainName={units.chainName(approval.transaction.chainId)}
              />
            </li>
          ))}
        </ul>
      )}
    </QueryList>
  )
}
