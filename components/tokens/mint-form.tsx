'use client'

import { useQueryClient } from '@tanstack/react-query'
import { useAct } from '@/components/form/use-act'
import { useTRPC } from '@/components/trpc'
import { toast } from '@/components/ui/toast'
import type { DialogState } from '@/components/ui/use-lazy-dialog'
import type { TokenView } from '@/server/tokens/contract'
import { MoveDialog } from './move-dialog'
import type { MoveForm } from './move-form'

/** New tokens for a registered wallet. */
export function MintForm({ projectId, token, ...state }: DialogState & { projectId: string; token: TokenView }) {
  const trpc = useTRPC()
  const client = useQueryClient()
  const trial = useAct(trpc.tokens.tryMint, { again: true })
  const act = useAct(trpc.tokens.mint, {
    onSuccess: async () => {
      toast.success('The tokens are being minted')
      state.onOpenChange(false)
      await client.invalidateQueries(trpc.tokens.pathFilter())
    },
  })
  const toInput = ({ to, amount }: MoveForm) => ({ projectId, tokenId: token.id, to, amount })
  return (
    <MoveDialog
      {...state}
      token={token}
      title="Mint tokens"
      description="New tokens for a registered wallet, or for the tokenAdmin."
      verb="Mint"
      sides={['to']}
      trial={{ ...trial, run: (values) => trial.mutate(toInput(values)) }}
      act={{ ...act, run: (values) => act.mutate(toInput(values)) }}
    />
  )
}
