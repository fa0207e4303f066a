'use client'

import { useQueryClient } from '@tanstack/react-query'
import { useAct } from '@/components/form/use-act'
import { useRoleShortfall } from '@/components/projects/use-role-shortfall'
import { useTRPC } from '@/components/trpc'
import type { TransactionView } from '@/schemas/transactions/contract'
import { RequestButtons } from './request-buttons'

type PortalRequestsProps = { projectId: string; transaction: TransactionView }

/** What a business may ask of the engine about its own transaction while that is under way. */
export function PortalRequests({ projectId, transaction }: PortalRequestsProps) {
  const trpc = useTRPC()
  const client = useQueryClient()
  const shortfall = useRoleShortfall(projectId, 'developer')
  const onSuccess = () => client.invalidateQueries(trpc.transactions.pathFilter())
  const acts = {
    cancel: useAct(trpc.transactions.cancel, { onSuccess }),
    speed_up: useAct(trpc.transactions.speedUp, { onSuccess }),
  }
  return (
    <RequestButtons
      transaction={transaction}
      shortfall={shortfall}
      acts={acts}
      ask={(kind, reason, callbacks) =>
        acts[kind].mutate({ projectId, transactionId: transaction.id, reason }, callbacks)
      }
    />
  )
}
