'use client'

import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from 'next/navigation'
import { useServerMutation } from '@/components/form/use-server-mutation'
import { paths } from '@/components/paths'
import { useTRPC } from '@/components/trpc'
import { toast } from '@/components/ui/toast'

/** Opens a payment and navigates to its page. Calls `onBegun` after that, or once a free plan is active. */
export function useSubscribe(projectId: string, { onBegun }: { onBegun: () => void }) {
  const trpc = useTRPC()
  const client = useQueryClient()
  const router = useRouter()
  return useServerMutation(trpc.payments.subscribe, {
    onSuccess: async ({ paymentId }) => {
      await client.invalidateQueries(trpc.payments.pathFilter())
      await client.invalidateQueries(trpc.subscriptions.pathFilter())
      await client.invalidateQueries(trpc.usage.pathFilter())
      onBegun()
      if (paymentId === null) toast.success('Plan active')
      else router.push(paths.payment(projectId, paymentId))
    },
  })
}
