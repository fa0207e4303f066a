'use client'

import { useQueryClient } from '@tanstack/react-query'
import { ReasonDialog } from '@/components/form/reason-dialog'
import { useServerMutation } from '@/components/form/use-server-mutation'
import { useTRPC } from '@/components/trpc'
import { toast } from '@/components/ui/toast'
import type { DialogState } from '@/components/ui/use-lazy-dialog'

/** The reason why an operator stops the export of a seed. */
export function StopExportForm({ exportId, open, onOpenChange }: DialogState & { exportId: string }) {
  const trpc = useTRPC()
  const client = useQueryClient()
  const stop = useServerMutation(trpc.seedExports.stopOfBusiness, {
    onSuccess: async () => {
      await client.invalidateQueries(trpc.seedExports.pathFilter())
      onOpenChange(false)
      toast.success('Export stopped')
    },
  })
  return (
    <ReasonDialog
      open={open}
      onOpenChange={onOpenChange}
      title="Stop this export?"
      description="Nothing can be downloaded any more. A new export needs two operators again."
      submitLabel="Stop export"
      onReason={(reason) => stop.mutate({ exportId, reason })}
      mutation={stop}
    />
  )
}
