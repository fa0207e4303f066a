'use client'

import { useQueryClient } from '@tanstack/react-query'
import { useServerMutation } from '@/components/form/use-server-mutation'
import { useRoleShortfall } from '@/components/projects/use-role-shortfall'
import { useTRPC } from '@/components/trpc'
import type { TransactionView } from '@/schemas/transactions/contract'
import { RequestButtons } from './request-buttons'

type PortalRequestsProps = { projectId: string; transaction: TransactionView }

/** The requests that a business can make to the engine about its own pending transaction. */
export function PortalRequests({ projectId, transaction }: PortalRequestsProps) {
  const trpc = useTRPC()
  const client = useQueryClient()
  const shortfall = useRoleShortfall(projectId, 'developer')
  const onSuccess = () => client.invalidateQueries(trpc.transactions.pathFilter())
  const mutations = {
    cancel: useServerMutation(trpc.transactions.cancel, { onSuccess }),
    speed_up: useServerMutation(trpc.transactions.speedUp, { onSuccess }),
  }
  return (
    <RequestButtons
      transaction={transaction}
      shortfall={shortfall}
      mutations={mutations}
      ask={(kind, reason, callbacks) =>
        mutations[kind].mutate({ projectId, transactionId: transaction.id, reason }, callbacks)
      }
    />
  )
}
