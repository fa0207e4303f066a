'use client'

import { useQueryClient } from '@tanstack/react-query'
import { useServerMutation } from '@/components/form/use-server-mutation'
import { usePlatformShortfall } from '@/components/people/use-platform-shortfall'
import { RequestButtons } from '@/components/transactions/request-buttons'
import { useTRPC } from '@/components/trpc'
import type { TransactionView } from '@/schemas/transactions/contract'

type OperatorRequestsProps = {
  transaction: Pick<TransactionView, 'id' | 'status' | 'stage' | 'chainType'>
  /** Names the nonce on the page of lanes: "Close nonce 7". */
  nonce?: number
  size?: 'sm'
}

/** The requests that an operator can make to the engine about a pending transaction, with a reason. */
export function OperatorRequests({ transaction, nonce, size }: OperatorRequestsProps) {
  const trpc = useTRPC()
  const client = useQueryClient()
  const shortfall = usePlatformShortfall()
  const onSuccess = () => client.invalidateQueries(trpc.lanes.pathFilter())
  const mutations = {
    cancel: useServerMutation(trpc.lanes.cancel, { onSuccess }),
    speed_up: useServerMutation(trpc.lanes.speedUp, { onSuccess }),
  }
  return (
    <RequestButtons
      transaction={transaction}
      shortfall={shortfall}
      mutations={mutations}
      ask={(kind, reason, callbacks) => mutations[kind].mutate({ transactionId: transaction.id, reason }, callbacks)}
      texts={nonce === undefined ? undefined : { cancel: closing(nonce) }}
      reasonRequired
      size={size}
    />
  )
}

function closing(nonce: number) {
  return {
    button: `Close nonce ${nonce}`,
    title: `Close nonce ${nonce}?`,
    description:
      'An empty transfer is sent with this nonce at a higher fee, to unblock the transactions behind it. If it is mined, the original transaction fails. If the original is mined first, it stands.',
    submit: `Close nonce ${nonce}`,
    done: `Nonce ${nonce} is being closed`,
  }
}
