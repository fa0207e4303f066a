'use client'

import { type ReactNode, useId } from 'react'
import { ConfirmDialog } from '@/components/ui/confirm-dialog'
import { Input } from '@/components/ui/input'
import { Label } from '@/components/ui/label'
import type { MutationState } from '@/components/ui/mutation-state'
import { Select } from '@/components/ui/select'
import { failedCountText, PERIODS } from './recovery'
import type { Recovery } from './use-recovery'

type RecoveryDialogProps = {
  recovery: Recovery
  /** The number of events that failed since the chosen time; `data` is missing until they are counted. */
  failed: { data?: number; isError: boolean }
  description: ReactNode
  mutation: MutationState
  onConfirm: (since: Date) => void
}

/** Chooses the time from which failed messages are sent again, shows their number, and sends them. */
export function RecoveryDialog({ recovery, failed, description, mutation, onConfirm }: RecoveryDialogProps) {
  const { open, onOpenChange, period, setPeriod, moment, setMoment, since } = recovery
  const [periodId, momentId] = [useId(), useId()]
  const nothing = failed.data === 0 && 'No failed deliveries in this period'
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={onOpenChange}
      danger={false}
      title="Resend failed deliveries?"
      description={description}
      confirmLabel="Send again"
      disabledReason={since === null ? 'Enter a time' : nothing}
      mutation={mutation}
      onConfirm={() => since && onConfirm(since)}
    >
      <div className="space-y-1.5">
        <Label htmlFor={periodId} className="block">
          Failed deliveries of
        </Label>
        <Select id={periodId} className="w-full" options={PERIODS} value={period} onValueChange={setPeriod} />
      </div>
      {period === 'moment' ? (
        <div className="space-y-1.5">
          <Label htmlFor={momentId} className="block">
            Since
          </Label>
          <Input id={momentId} type="datetime-local" value={moment} onValueChange={setMoment} />
        </div>
      ) : null}
      <p aria-live="polite" className="min-h-5 font-medium">
        {since === null ? null : textOf(failed)}
      </p>
    </ConfirmDialog>
  )
}

function textOf({ data, isError }: RecoveryDialogProps['failed']): string {
  if (data !== undefined) return failedCountText(data)
  return isError ? 'The count is not available right now.' : 'Counting…'
}
