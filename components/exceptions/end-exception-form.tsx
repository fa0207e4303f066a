'use client'

import { ReasonDialog } from '@/components/form/reason-dialog'
import { useServerMutation } from '@/components/form/use-server-mutation'
import { useRefreshMoney } from '@/components/payments/use-refresh-money'
import { useTRPC } from '@/components/trpc'
import { toast } from '@/components/ui/toast'
import type { DialogState } from '@/components/ui/use-lazy-dialog'

/** Ends an exception without moving money. */
const TEXTS = {
  refund: {
    title: 'Close this refund?',
    description: 'No money moves. Close it once the payer was paid in another way or will not be paid.',
    submitLabel: 'Close refund',
    done: 'Refund closed',
  },
  event: {
    title: 'Ignore this event?',
    description: 'It is not processed again. Polls and the nightly comparison still find its money.',
    submitLabel: 'Ignore event',
    done: 'Event ignored',
  },
  recovery: {
    title: 'Reject this recovery?',
    description: 'Nothing is sent. The money can be recovered by another proposal.',
    submitLabel: 'Reject recovery',
    done: 'Recovery rejected',
  },
} as const

export type EndedKind = keyof typeof TEXTS

/** The reason for ending it. */
export function EndExceptionForm({ kind, id, open, onOpenChange }: DialogState & { kind: EndedKind; id: string }) {
  const trpc = useTRPC()
  const refresh = useRefreshMoney()
  const { done, ...texts } = TEXTS[kind]
  const onSuccess = async () => {
    await refresh()
    onOpenChange(false)
    toast.success(done)
  }
  const refund = useServerMutation(trpc.payments.closeRefund, { onSuccess })
  const event = useServerMutation(trpc.payments.ignoreProviderEvent, { onSuccess })
  const recovery = useServerMutation(trpc.payments.dropRecovery, { onSuccess })
  const end = {
    refund: (reason: string) => refund.mutate({ refundId: id, reason }),
    event: (reason: string) => event.mutate({ eventId: id, reason }),
    recovery: (reason: string) => recovery.mutate({ recoveryId: id, reason }),
  } satisfies Record<EndedKind, (reason: string) => void>
  return (
    <ReasonDialog
      open={open}
      onOpenChange={onOpenChange}
      {...texts}
      mutation={{ refund, event, recovery }[kind]}
      onReason={end[kind]}
    />
  )
}
