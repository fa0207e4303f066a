'use client'

import { useQueryClient } from '@tanstack/react-query'
import { useAct } from '@/components/form/use-act'
import { usePlatformShortfall } from '@/components/people/use-platform-shortfall'
import { RequestButtons } from '@/components/transactions/request-buttons'
import { useTRPC } from '@/components/trpc'
import type { TransactionView } from '@/server/transactions/contract'

type OperatorRequestsProps = {
  transaction: Pick<TransactionView, 'id' | 'status' | 'stage' | 'chainType'>
  /** On lanes, where the nonce is what matters: "Close nonce 7". */
  nonce?: number
  size?: 'sm'
}

/** What an operator may ask of the engine about a transaction under way, with a reason. */
export function OperatorRequests({ transaction, nonce, size }: OperatorRequestsProps) {
  const trpc = useTRPC()
  const client = useQueryClient()
  const shortfall = usePlatformShortfall()
  const onSuccess = () => client.invalidateQueries(trpc.lanes.pathFilter())
  const acts = {
    cancel: useAct(trpc.lanes.cancel, { onSuccess }),
    speed_up: useAct(trpc.lanes.speedUp, { onSuccess }),
  }
  return (
    <RequestButtons
      transaction={transaction}
      shortfall={shortfall}
      acts={acts}
      ask={(kind, reason, callbacks) => acts[kind].mutate({ transactionId: transaction.id, reason }, callbacks)}
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
      'A transfer of nothing is sent under it at a higher fee, so that what waits behind can move. If that one is mined, the transaction fails; if the transaction is mined first, it counts.',
    submit: `Close nonce ${nonce}`,
    done: `Closing nonce ${nonce} was asked for`,
  }
}
