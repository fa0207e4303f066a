'use client'

import { useQueryClient } from '@tanstack/react-query'
import { useAct } from '@/components/form/use-act'
import { useRoleShortfall } from '@/components/projects/use-role-shortfall'
import { useTRPC } from '@/components/trpc'
import { Button } from '@/components/ui/button'
import { toast } from '@/components/ui/toast'
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
  const cancel = useAct(trpc.transactions.cancel, { onSuccess })
  const speedUp = useAct(trpc.transactions.speedUp, { onSuccess })
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
        act={mutation}
        onSubmit={(reason, onDone) =>
          mutation.mutate(
            { projectId, transactionId: transaction.id, reason },
            {
              onSuccess: () => {
                onDone()
                toast.success(texts.done)
              },
            },
          )
        }
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
