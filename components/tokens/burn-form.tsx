'use client'

import { useQueryClient } from '@tanstack/react-query'
import { useAct } from '@/components/form/use-act'
import { useTRPC } from '@/components/trpc'
import { toast } from '@/components/ui/toast'
import type { DialogState } from '@/components/ui/use-lazy-dialog'
import type { TokenView } from '@/server/tokens/contract'
import { MoveDialog } from './move-dialog'
import type { MoveForm } from './move-form'

/** Takes tokens of a holder out of the world. */
export function BurnForm({ projectId, token, ...state }: DialogState & { projectId: string; token: TokenView }) {
  const trpc = useTRPC()
  const client = useQueryClient()
  const trial = useAct(trpc.tokens.tryBurn, { again: true })
  const act = useAct(trpc.tokens.burn, {
    onSuccess: async () => {
      toast.success('The tokens are being burned')
      state.onOpenChange(false)
      await client.invalidateQueries(trpc.tokens.pathFilter())
    },
  })
  const toInput = ({ from, amount }: MoveForm) => ({ projectId, tokenId: token.id, from, amount })
  return (
    <MoveDialog
      {...state}
      token={token}
      title="Burn tokens"
      description="Tokens of a holder that no longer exist afterwards. This cannot be undone."
      verb="Burn"
      sides={['from']}
      trial={{ ...trial, run: (values) => trial.mutate(toInput(values)) }}
      act={{ ...act, run: (values) => act.mutate(toInput(values)) }}
    />
  )
}
