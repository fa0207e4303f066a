'use client'

import { useQueryClient } from '@tanstack/react-query'
import { ReasonDialog } from '@/components/form/reason-dialog'
import { useServerMutation } from '@/components/form/use-server-mutation'
import { useTRPC } from '@/components/trpc'
import { toast } from '@/components/ui/toast'
import type { DialogState } from '@/components/ui/use-lazy-dialog'

/** Asks for the reason to stop all sending. */
export function StopSendingForm({ open, onOpenChange }: DialogState) {
  const trpc = useTRPC()
  const client = useQueryClient()
  const stop = useServerMutation(trpc.recovery.stopSending, {
    onSuccess: async () => {
      await client.invalidateQueries()
      onOpenChange(false)
      toast.success('Sending is stopped')
    },
  })
  return (
    <ReasonDialog
      open={open}
      onOpenChange={onOpenChange}
      title="Stop sending?"
      description="No transaction is signed and no refund is paid out until an operator ends the recovery. The API answers writes with 503. What was already sent continues."
      submitLabel="Stop sending"
      onReason={(reason) => stop.mutate({ reason })}
      mutation={stop}
    />
  )
}
