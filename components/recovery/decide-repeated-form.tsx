'use client'

import { useQueryClient } from '@tanstack/react-query'
import { ReasonDialog } from '@/components/form/reason-dialog'
import { useServerMutation } from '@/components/form/use-server-mutation'
import { useTRPC } from '@/components/trpc'
import { toast } from '@/components/ui/toast'
import type { DialogState } from '@/components/ui/use-lazy-dialog'
import type { RepeatedView } from '@/schemas/recovery/contract'
import type { RepeatedDecision } from '@/schemas/recovery/words'
import { DECISIONS } from './decisions'

type Props = DialogState & { repeated: RepeatedView; decision: RepeatedDecision }

/** The reason why a transaction is sent, counted as sent, or cancelled. */
export function DecideRepeatedForm({ repeated, decision, open, onOpenChange }: Props) {
  const trpc = useTRPC()
  const client = useQueryClient()
  const decide = useServerMutation(trpc.recovery.decideRepeated, {
    onSuccess: async ({ state }) => {
      await client.invalidateQueries()
      onOpenChange(false)
      toast.success(state === 'done' ? 'Done' : 'Proposed: a second operator has to approve it')
    },
  })
  const { title, description, label } = DECISIONS[decision]
  return (
    <ReasonDialog
      open={open}
      onOpenChange={onOpenChange}
      title={title}
      description={description}
      submitLabel={label}
      onReason={(reason) => decide.mutate({ reason, decision, transactionId: repeated.transactionId })}
      mutation={decide}
    />
  )
}
