'use client'

import { useQueryClient } from '@tanstack/react-query'
import { Pause, Play } from 'lucide-react'
import { useState } from 'react'
import { useServerMutation } from '@/components/form/use-server-mutation'
import { useRoleShortfall } from '@/components/projects/use-role-shortfall'
import { useTRPC } from '@/components/trpc'
import { Button } from '@/components/ui/button'
import { ConfirmDialog } from '@/components/ui/confirm-dialog'
import { toast } from '@/components/ui/toast'
import type { TokenView } from '@/schemas/tokens/contract'
import { transferDisabledReason } from './inactive-reason'

/** Stops transfers of a token, or resumes them. */
export function PauseToken({ projectId, token }: { projectId: string; token: TokenView }) {
  const trpc = useTRPC()
  const client = useQueryClient()
  const [open, onOpenChange] = useState(false)
  const shortfall = useRoleShortfall(projectId, 'developer', { includes: 'tokenization.token.admin' })
  const isPaused = token.status === 'PAUSED'
  const mutation = useServerMutation(isPaused ? trpc.tokens.unpause : trpc.tokens.pause, {
    onSuccess: async () => {
      toast.success(isPaused ? 'The token is being unpaused' : 'The token is being paused')
      onOpenChange(false)
      await client.invalidateQueries(trpc.tokens.pathFilter())
    },
  })
  const label = isPaused ? 'Unpause' : 'Pause'
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={onOpenChange}
      danger={!isPaused}
      trigger={
        <Button
          icon={isPaused ? <Play aria-hidden /> : <Pause aria-hidden />}
          disabledReason={transferDisabledReason(token) ?? shortfall}
        >
          {label}
        </Button>
      }
      title={`${label} ${token.ticker}?`}
      description={
        isPaused
          ? 'Holders can transfer the token again.'
          : 'Holders cannot transfer the token until you unpause it. The token admin can still mint, burn and force transfers.'
      }
      confirmLabel={`${label} token`}
      mutation={mutation}
      onConfirm={() => mutation.mutate({ projectId, tokenId: token.id })}
    />
  )
}
