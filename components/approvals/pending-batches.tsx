import type { ListQuery } from '@/components/table/list-query'
import { QueryList } from '@/components/table/query-list'
import type { Units } from '@/components/transactions/to-units'
import type { BatchApprovalView } from '@/schemas/approvals/batch-contract'
import { BatchApproval } from './batch-approval'

type PendingBatchesProps = { projectId: string; query: ListQuery<BatchApprovalView>; units: Units }

/** The batches whose lines wait for a second person; nothing if there are none. */
export function PendingBatches({ projectId, query, units }: PendingBatchesProps) {
  return (
    <QueryList cards query={query}>
      {(batches) =>
        batches.length === 0 ? null : (
          <ul aria-label="Batches" className="space-y-4">
            {batches.map((batch) => (
              <li key={batch.batchId}>
                <BatchApproval projectId={projectId} batch={batch} units={units} />
              </li>
            ))}
          </ul>
        )
      }
    </QueryList>
  )
}
