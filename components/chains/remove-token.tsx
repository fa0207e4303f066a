'use client'

import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useServerMutation } from '@/components/form/use-server-mutation'
import { usePlatformShortfall } from '@/components/people/use-platform-shortfall'
import { useTRPC } from '@/components/trpc'
import { Button } from '@/components/ui/button'
import { ConfirmDialog } from '@/components/ui/confirm-dialog'
import { toast } from '@/components/ui/toast'
import type { ChainToken } from '@/schemas/chains/settings/contract'

/** Asks before a chain knows a token no longer. */
export function RemoveToken({ chainId, token: { symbol, address } }: { chainId: number; token: ChainToken }) {
  const [open, setOpen] = useState(false)
  const trpc = useTRPC()
  const client = useQueryClient()
  const shortfall = usePlatformShortfall()
  const remove = useServerMutation(trpc.chains.removeToken, {
    onSuccess: async () => {
      await client.invalidateQueries(trpc.chains.pathFilter())
      setOpen(false)
      toast.success(`${symbol} is removed`)
    },
  })
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={setOpen}
      trigger={
        <Button size="sm" aria-label={`Remove ${symbol}`} disabledReason={shortfall}>
          Remove
        </Button>
      }
      title={`Remove ${symbol}?`}
      description="Transfers can no longer use its symbol, and its deposits are no longer detected. Another contract can then use the symbol."
      confirmLabel="Remove token"
      mutation={remove}
      onConfirm={() => remove.mutate({ chainId, tokenAddress: address })}
    />
  )
}
