'use client'

import { useQueryClient } from '@tanstack/react-query'
import { useTRPC } from '@/components/trpc'

/** Loads everything again that shows money which an operator just decided about. */
export function useRefreshMoney(): () => Promise<unknown> {
  const trpc = useTRPC()
  const client = useQueryClient()
  const changed = [trpc.payments, trpc.deposits, trpc.exceptions, trpc.proposals, trpc.wall]
  return () => Promise.all(changed.map((noun) => client.invalidateQueries(noun.pathFilter())))
}
