'use client'

import { RefreshCw } from 'lucide-react'
import { useServerMutation } from '@/components/form/use-server-mutation'
import { usePlatformShortfall } from '@/components/people/use-platform-shortfall'
import { useTRPC } from '@/components/trpc'
import { Button } from '@/components/ui/button'
import { toast } from '@/components/ui/toast'

/** Compares the providers with our receipts, which finds money without an account. */
export function CompareProviders() {
  const trpc = useTRPC()
  const shortfall = usePlatformShortfall()
  const compare = useServerMutation(trpc.payments.requestReconciliation, {
    again: true,
    onSuccess: () => toast.info('The comparison is running. Money without an account appears under Exceptions.'),
    onError: ({ message }) => toast.error(message),
  })
  return (
    <Button
      size="sm"
      icon={<RefreshCw aria-hidden />}
      disabledReason={shortfall}
      pending={compare.isPending}
      onClick={() => compare.mutate()}
    >
      Compare now
    </Button>
  )
}
