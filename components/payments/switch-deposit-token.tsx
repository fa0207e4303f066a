'use client'

import { useQueryClient } from '@tanstack/react-query'
import { useServerMutation } from '@/components/form/use-server-mutation'
import { useTRPC } from '@/components/trpc'
import type { DepositTokenView } from '@/schemas/payments/stablecoins/contract'
import { SwitchOffer } from './switch-offer'

const TEXTS = {
  off: 'New payments no longer offer this token. Deposits to open addresses are still recorded.',
  on: 'New payments offer this token. On a mainnet a second operator has to approve it first.',
}

/** Confirms before payments in a token are stopped or resumed. */
export function SwitchDepositToken({ token }: { token: DepositTokenView }) {
  const { id: tokenId, isActive, symbol, chainName } = token
  const trpc = useTRPC()
  const client = useQueryClient()
  const setActive = useServerMutation(trpc.payments.setDepositTokenActive, {
    onSuccess: () =>
      Promise.all([
        client.invalidateQueries(trpc.payments.pathFilter()),
        client.invalidateQueries(trpc.proposals.pathFilter()),
      ]),
  })
  return (
    <SwitchOffer
      noun="Token"
      name={`${symbol} on ${chainName}`}
      isActive={isActive}
      texts={TEXTS}
      mutation={setActive}
      onSwitch={(done) =>
        setActive.mutate({ tokenId, isActive: !isActive }, { onSuccess: ({ state }) => done(state === 'proposed') })
      }
    />
  )
}
