'use client'

import { useQueryClient } from '@tanstack/react-query'
import { RefreshCw } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useServerMutation } from '@/components/form/use-server-mutation'
import { usePlatformShortfall } from '@/components/people/use-platform-shortfall'
import { useTRPC } from '@/components/trpc'
import { Button } from '@/components/ui/button'
import { toast } from '@/components/ui/toast'

/** A comparison takes a second or two: when its result is requested after it was started. */
const RESULT_AFTER_MS = [1_000, 2_000, 4_000]

/** Compares the providers with our receipts, which finds money without an account. */
export function CompareProviders() {
  const trpc = useTRPC()
  const client = useQueryClient()
  const [startedAt, setStartedAt] = useState<number | null>(null)
  useEffect(() => {
    if (startedAt === null) return
    const showResult = () => {
      client.invalidateQueries(trpc.exceptions.pathFilter())
      client.invalidateQueries(trpc.payments.getUnmatchedMoney.pathFilter())
    }
    const timers = RESULT_AFTER_MS.map((ms) => setTimeout(showResult, ms))
    return () => timers.forEach(clearTimeout)
  }, [startedAt, client, trpc])
  const shortfall = usePlatformShortfall()
  const compare = useServerMutation(trpc.payments.requestReconciliation, {
    again: true,
    onSuccess: () => {
      setStartedAt(Date.now())
      toast.info('The comparison is running. Money without an account appears under Exceptions.')
    },
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
