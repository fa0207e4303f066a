'use client'

import { useQueryClient } from '@tanstack/react-query'
import { useAct } from '@/components/form/use-act'
import { useTRPC } from '@/components/trpc'
import { toast } from '@/components/ui/toast'
import type { DialogState } from '@/components/ui/use-lazy-dialog'
import type { TokenView } from '@/server/tokens/contract'
import { MoveDialog } from './move-dialog'
import type { MoveForm } from './move-form'

/** Moves tokens from one wallet to another. */
export function TransferForm({ projectId, token, ...state }: DialogState & { projectId: string; token: TokenView }) {
  const trpc = useTRPC()
  const client = useQueryClient()
  const trial = useAct(trpc.tokens.tryTransfer, { again: true })
  const act = useAct(trpc.tokens.transfer, {
    onSuccess: async () => {
      toast.success('The tokens are being moved')
      state.onOpenChange(false)
      await client.invalidateQueries(trpc.tokens.pathFilter())
    },
  })
  const toInput = ({ from, to, amount, forced }: MoveForm) => ({
    projectId,
    tokenId: token.id,
    from,
    to,
    amount,
    forced,
  })
  return (
    <MoveDialog
      {...state}
      token={token}
      title="Transfer tokens"
      description="From a wallet of yours to a registered one, within the limits of the token."
      verb="Transfer"
      sides={['from', 'to']}
      mayForce
      trial={{ ...trial, run: (values) => trial.mutate(toInput(values)) }}
      act={{ ...act, run: (values) => act.mutate(toInput(values)) }}
    />
  )
}
