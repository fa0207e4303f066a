'use client'

import { useServerMutation } from '@/components/form/use-server-mutation'
import { usePlatformShortfall } from '@/components/people/use-platform-shortfall'
import { useTRPC } from '@/components/trpc'
import { Button } from '@/components/ui/button'
import { toast } from '@/components/ui/toast'
import type { ProviderEventView } from '@/schemas/payments/providers/contract'
import { useRefreshMoney } from './use-refresh-money'

/** Processes an event of a provider again. */
export function RetryEvent({ event }: { event: ProviderEventView }) {
  const trpc = useTRPC()
  const refresh = useRefreshMoney()
  const shortfall = usePlatformShortfall()
  const retry = useServerMutation(trpc.payments.retryProviderEvent, {
    onSuccess: async () => {
      await refresh()
      toast.success('The event is processed again')
    },
  })
  return (
    <Button
      size="sm"
      takesOver="retry-event"
      aria-label={`Try again: the event about ${event.reference ?? 'an unknown account'}`}
      disabledReason={shortfall}
      pending={retry.isPending}
      onClick={() => retry.mutate({ eventId: event.id })}
    >
      Try again
    </Button>
  )
}
