'use client'

import { zodResolver } from '@hookform/resolvers/zod'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { FormField } from '@/components/form/form-field'
import { useAct } from '@/components/form/use-act'
import { usePlatformShortfall } from '@/components/people/use-platform-shortfall'
import { useTRPC } from '@/components/trpc'
import { Alert } from '@/components/ui/alert'
import { Button } from '@/components/ui/button'
import { ConfirmDialog } from '@/components/ui/confirm-dialog'
import { Textarea } from '@/components/ui/textarea'
import { toast } from '@/components/ui/toast'
import { endWaitingInput } from '@/server/lanes/contract'

const form = endWaitingInput.pick({ reason: true })

/** What a suspension holds back, and its end; nothing where nothing waits. `projectId` null: all projects of the business. */
export function EndWaiting({ businessId, projectId }: { businessId: string; projectId: string | null }) {
  const trpc = useTRPC()
  const client = useQueryClient()
  const [open, setOpen] = useState(false)
  const shortfall = usePlatformShortfall()
  const { control, handleSubmit, reset } = useForm({ resolver: zodResolver(form), defaultValues: { reason: '' } })
  const { data: waiting = 0 } = useQuery(trpc.lanes.waiting.queryOptions({ businessId, projectId }))
  const end = useAct(trpc.lanes.endWaiting, {
    onSuccess: async ({ ended, left }) => {
      await client.invalidateQueries(trpc.lanes.pathFilter())
      setOpen(false)
      toast.success(left === 0 ? `${ended} ended` : `${ended} ended, ${left} still wait`)
    },
  })
  if (waiting === 0) return null
  return (
    <Alert
      tone="warning"
      title={waiting === 1 ? 'One transaction waits' : `${waiting} transactions wait`}
      actions={
        <ConfirmDialog
          open={open}
          onOpenChange={(next) => {
            reset()
            setOpen(next)
          }}
          trigger={
            <Button size="sm" className="text-danger-foreground" disabledReason={shortfall}>
              End what waits
            </Button>
          }
          title="End what waits?"
          description="Each fails, its gas hold is given back and its outcome webhook sent. Nothing of it was signed. This cannot be undone."
          confirmLabel="End them"
          act={end}
          onConfirm={handleSubmit(({ reason }) => end.mutate({ businessId, projectId, reason }))}
        >
          <FormField control={control} name="reason" label="Reason" hint="Kept in the audit log.">
            {(field) => <Textarea {...field} rows={2} maxLength={300} />}
          </FormField>
        </ConfirmDialog>
      }
    >
      Nothing new is signed while this is suspended. They go on once it is resumed.
    </Alert>
  )
}
