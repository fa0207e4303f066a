'use client'

import { ReasonDialog } from '@/components/form/reason-dialog'
import { useServerMutation } from '@/components/form/use-server-mutation'
import { useRefreshMoney } from '@/components/payments/use-refresh-money'
import { useTRPC } from '@/components/trpc'
import { toast } from '@/components/ui/toast'
import type { DialogState } from '@/components/ui/use-lazy-dialog'

type DecideScreeningFormProps = DialogState & {
  projectId: string | null
  depositId: string
  decision: 'KEPT' | 'CLEARED'
}

const TEXTS = {
  KEPT: {
    title: 'Keep the flag of this deposit?',
    description: 'It stays flagged and is not swept. It can be cleared later.',
    submitLabel: 'Keep flag',
    done: 'Flag kept',
  },
  CLEARED: {
    title: 'Clear the flag of this deposit?',
    description: 'Sweep rules may move it, and webhook endpoints are notified. This cannot be undone.',
    submitLabel: 'Clear flag',
    done: 'Flag cleared',
  },
} as const

const PROPOSED = 'Proposed. A second operator has to clear it too'

/** The form for the reason of a decision about a flagged deposit. */
export function DecideScreeningForm(props: DecideScreeningFormProps) {
  const { projectId, depositId, decision, open, onOpenChange } = props
  const trpc = useTRPC()
  const refresh = useRefreshMoney()
  const { done, ...texts } = TEXTS[decision]
  const close = async (message: string) => {
    await refresh()
    onOpenChange(false)
    toast.success(message)
  }
  const own = useServerMutation(trpc.deposits.decideScreening, { onSuccess: () => close(done) })
  const ofAll = useServerMutation(trpc.deposits.decideScreeningOfAll, {
    onSuccess: ({ state }) => close(state === 'done' ? done : PROPOSED),
  })
  return (
    <ReasonDialog
      open={open}
      onOpenChange={onOpenChange}
      {...texts}
      mutation={projectId === null ? ofAll : own}
      onReason={(note) => {
        if (projectId === null) ofAll.mutate({ depositId, decision, note })
        else own.mutate({ projectId, depositId, decision, note })
      }}
    />
  )
}
