'use client'

import { useQueryClient } from '@tanstack/react-query'
import { useAct } from '@/components/form/use-act'
import { usePlatformShortfall } from '@/components/people/use-platform-shortfall'
import { RequestDialog } from '@/components/transactions/request-dialog'
import { type RequestKind, requestProblem } from '@/components/transactions/request-problem'
import { requestTexts } from '@/components/transactions/request-texts'
import { useTRPC } from '@/components/trpc'
import { Button } from '@/components/ui/button'
import { toast } from '@/components/ui/toast'
import type { TransactionView } from '@/server/transactions/contract'

type Asked = Pick<TransactionView, 'id' | 'status' | 'stage' | 'chainType'>

type OperatorRequestsProps = {
  transaction: Asked
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
  const cancel = useAct(trpc.lanes.cancel, { onSuccess })
  const speedUp = useAct(trpc.lanes.speedUp, { onSuccess })
  if (transaction.status !== 'PENDING') return null
  const dialog = (kind: RequestKind, mutation: typeof cancel | typeof speedUp) => {
    const texts = { ...requestTexts(kind, transaction.stage), ...(nonce === undefined ? {} : closing(kind, nonce)) }
    return (
      <RequestDialog
        trigger={
          <Button
            size={size}
            className={kind === 'cancel' ? 'text-danger-foreground' : undefined}
            disabledReason={shortfall ?? requestProblem(kind, transaction)}
          >
            {texts.button}
          </Button>
        }
        title={texts.title}
        description={texts.description}
        submitLabel={kind === 'cancel' && nonce === undefined ? 'Cancel transaction' : texts.button}
        reasonRequired
        act={mutation}
        onSubmit={(reason, onDone) =>
          mutation.mutate(
            { transactionId: transaction.id, reason },
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

function closing(kind: RequestKind, nonce: number) {
  if (kind === 'speed_up') return {}
  return {
    button: `Close nonce ${nonce}`,
    title: `Close nonce ${nonce}?`,
    description:
      'A transfer of nothing is sent under it at a higher fee, so that what waits behind can move. If that one is mined, the transaction fails; if the transaction is mined first, it counts.',
    done: `Closing nonce ${nonce} was asked for`,
  }
}
