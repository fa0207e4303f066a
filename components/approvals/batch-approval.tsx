'use client'

import { useState } from 'react'
import { TextLink } from '@/components/layout/text-link'
import { paths } from '@/components/paths'
import type { Units } from '@/components/transactions/to-units'
import { Button } from '@/components/ui/button'
import { Card } from '@/components/ui/card'
import { KeyValueList } from '@/components/ui/key-value-list'
import { Time } from '@/components/ui/time'
import type { BatchApprovalView, BatchDecision } from '@/schemas/approvals/batch-contract'
import { SELF_APPROVAL_TEXTS } from '@/schemas/approvals/words'
import { displayUsd } from '@/server/money/display-amount'
import { BatchAssets, linesText } from './batch-assets'
import { BatchLines } from './batch-lines'
import { DecideBatch } from './decide-batch'
import { RefusedLines } from './refused-lines'

type BatchApprovalProps = { projectId: string; batch: BatchApprovalView; units: Units }

/** The waiting lines of a batch: their total, one decision for all of them, and each line on demand. */
export function BatchApproval({ projectId, batch, units }: BatchApprovalProps) {
  const [isOpen, setOpen] = useState(false)
  const [refused, setRefused] = useState<BatchDecision['refused']>([])
  const parts = { projectId, batch, units, onDecided: (decision: BatchDecision) => setRefused(decision.refused) }
  const { lines, linesToNewRecipients, valueUsd } = batch
  return (
    <Card
      title={`Batch of ${linesText(lines)}`}
      description={valueUsd === null ? 'No total: not every asset has a price' : displayUsd(valueUsd)}
      actions={
        <>
          <DecideBatch {...parts} decision="rejectBatch" />
          <DecideBatch {...parts} decision="approveBatch" />
        </>
      }
    >
      {refused.length > 0 ? <RefusedLines projectId={projectId} refused={refused} /> : null}
      <KeyValueList
        items={[
          { label: 'Totals', value: <BatchAssets totals={batch.totals} units={units} /> },
          {
            label: 'New recipients',
            value: linesToNewRecipients === 0 ? 'None' : linesText(linesToNewRecipients),
          },
          { label: 'Reason', value: batch.reasons.join('; ') },
          {
            label: 'Requested',
            value: (
              <span>
                by {batch.requestedBy}, <Time value={batch.createdAt} />
              </span>
            ),
          },
          { label: 'Expires', value: <Time value={batch.expiresAt} /> },
          { label: 'Your decision', value: batch.bar && SELF_APPROVAL_TEXTS[batch.bar], hidden: batch.bar === null },
          {
            label: 'Batch',
            value: (
              <TextLink href={paths.batchTransactions(projectId, batch.batchId)} className="font-medium">
                All transactions of the batch
              </TextLink>
            ),
          },
        ]}
      />
      <div className="mt-4 space-y-4">
        <Button size="sm" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {isOpen ? 'Hide transfers' : 'View transfers'}
        </Button>
        {isOpen ? <BatchLines projectId={projectId} batchId={batch.batchId} units={units} /> : null}
      </div>
    </Card>
  )
}
