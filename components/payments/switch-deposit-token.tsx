'use client'

import { useQueryClient } from '@tanstack/react-query'
import { useAct } from '@/components/form/use-act'
import { useTRPC } from '@/components/trpc'
import type { DepositTokenView } from '@/server/payments/stablecoins/contract'
import { SwitchOffer } from './switch-offer'

const TEXTS = {
  off: 'New payments do not offer it. What is sent to addresses that are open is booked all the same.',
  on: 'New payments offer it from now on; on a mainnet once a second operator approved it.',
}

/** Asks before payments are no longer taken in a token, or are again. */
export function SwitchDepositToken({ token }: { token: DepositTokenView }) {
  const { id: tokenId, isActive, symbol, chainName } = token
  const trpc = useTRPC()
  const client = useQueryClient()
  const setActive = useAct(trpc.payments.setDepositTokenActive, {
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
      act={setActive}
      onSwitch={(done) =>
        setActive.mutate({ tokenId, isActive: !isActive }, { onSuccess: ({ state }) => done(state === 'proposed') })
      }
    />
  )
}
