'use client'

import { Button } from '@/components/ui/button'
import { toast } from '@/components/ui/toast'
import type { TransactionView } from '@/schemas/transactions/contract'
import { RequestDialog, type RequestDialogProps } from './request-dialog'
import { type RequestKind, requestProblem } from './request-problem'
import { type RequestTexts, requestTexts } from './request-texts'

const KINDS = ['speed_up', 'cancel'] as const satisfies readonly RequestKind[]

type RequestButtonsProps = Pick<RequestDialogProps, 'reasonRequired'> & {
  transaction: Pick<TransactionView, 'status' | 'stage' | 'chainType'>
  /** The permission that the person's role lacks. */
  shortfall: string | null
  mutations: Record<RequestKind, RequestDialogProps['mutation']>
  ask: (kind: RequestKind, reason: string, callbacks: { onSuccess: () => void }) => void
  /** Labels for a kind that replace the default ones. */
  texts?: Partial<Record<RequestKind, RequestTexts>>
  size?: 'sm'
}

/** The requests that can be made to the engine about a pending transaction. */
export function RequestButtons(props: RequestButtonsProps) {
  const { transaction, shortfall, mutations, ask, texts, reasonRequired, size } = props
  if (transaction.status !== 'PENDING') return null
  return KINDS.map((kind) => {
    const { button, title, description, submit, done } = texts?.[kind] ?? requestTexts(kind, transaction.stage)
    return (
      <RequestDialog
        key={kind}
        trigger={
          <Button
            size={size}
            className={kind === 'cancel' ? 'text-danger-foreground' : undefined}
            disabledReason={shortfall ?? requestProblem(kind, transaction)}
          >
            {button}
          </Button>
        }
        title={title}
        description={description}
        submitLabel={submit}
        reasonRequired={reasonRequired}
        mutation={mutations[kind]}
        onSubmit={(reason, onDone) =>
          ask(kind, reason, {
            onSuccess: () => {
              onDone()
              toast.success(done)
            },
          })
        }
      />
    )
  })
}
