'use client'

import { useQueryClient } from '@tanstack/react-query'
import { useServerMutation } from '@/components/form/use-server-mutation'
import { useTRPC } from '@/components/trpc'
import type { ProviderView } from '@/schemas/payments/providers/contract'
import { PROVIDER_TITLES } from '@/schemas/payments/providers/words'
import { SwitchOffer } from './switch-offer'

const TEXTS = {
  off: 'New payments get no account from this provider. Open accounts are still monitored, and payments to them count.',
  on: 'New payments get an account from this provider if its keys are in the environment.',
}

/** Asks for confirmation before a provider stops or resumes opening accounts. */
export function SwitchProvider({ provider: { name, isActive } }: { provider: ProviderView }) {
  const trpc = useTRPC()
  const client = useQueryClient()
  const setActive = useServerMutation(trpc.payments.setProviderActive, {
    onSuccess: () => client.invalidateQueries(trpc.payments.pathFilter()),
  })
  return (
    <SwitchOffer
      noun="Provider"
      name={PROVIDER_TITLES[name]}
      isActive={isActive}
      texts={TEXTS}
      mutation={setActive}
      onSwitch={(done) => setActive.mutate({ name, isActive: !isActive }, { onSuccess: () => done(false) })}
    />
  )
}
