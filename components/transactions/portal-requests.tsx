'use client'

import { useMutation, useQueryClient } from '@tanstack/react-query'
import { toast } from 'sonner'
import { useRoleShortfall } from '@/components/projects/use-role-shortfall'
import { useTRPC } from '@/components/trpc'
import { Button } from '@/components/ui/button'
import type { TransactionView } from '@/server/transactions/contract'
import { RequestDialog } from './request-dialog'
import { type RequestKind, requestProblem } from './request-problem'
import { requestTexts } from './request-texts'

type PortalRequestsProps = { projectId: string; transaction: TransactionView }

/** What a business may ask of the engine about its own transaction while that is under way. */
export function PortalRequests({ projectId, transaction }: PortalRequestsProps) {
  const trpc = useTRPC()
  const client = useQueryClient()
  const shortfall = useRoleShortfall(projectId, 'developer')
  const onSuccess = () => client.invalidateQueries(trpc.transactions.pathFilter())
  const cancel = useMutation(trpc.transactions.cancel.mutationOptions({ onSuccess }))
  const speedUp = useMutation(trpc.transactions.speedUp.mutationOptions({ onSuccess }))
  if (transaction.status !== 'PENDING') return null
  const dialog = (kind: RequestKind, mutation: typeof cancel | typeof speedUp) => {
    const texts = requestTexts(kind, transaction.stage)
    return (
      <RequestDialog
        trigger={
          <Button
            className={kind === 'cancel' ? 'text-danger-foreground' : undefined}
            disabledReason={shortfall ?? requestProblem(kind, transaction)}
          >
            {texts.button}
          </Button>
        }
        title={texts.title}
        description={texts.description}
        submitLabel={kind === 'cancel' ? 'Cancel transaction' : texts.button}
        pending={mutation.isPending}
        error={mutation.error?.message ?? null}
        onSubmit={async (reason) => {
          await mutation.mutateAsync({ projectId, transactionId: transaction.id, reason })
          toast.success(texts.done)
        }}
      />
    )
  }
  return (
    <>
      {dialog('speed_up', speedUp)}
      {dialog('cancel', cancel)}
    </>
  )
}
