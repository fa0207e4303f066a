'use client'

import { zodResolver } from '@hookform/resolvers/zod'
import { useQueryClient } from '@tanstack/react-query'
import { useForm, useWatch } from 'react-hook-form'
import { chainOptions } from '@/components/chains/chain-options'
import { useChainOffer } from '@/components/chains/use-chain-offer'
import { useChains } from '@/components/chains/use-chains'
import { AddressField } from '@/components/form/address-field'
import { FormDialog } from '@/components/form/form-dialog'
import { SelectField } from '@/components/form/select-field'
import { TextField } from '@/components/form/text-field'
import { useServerMutation } from '@/components/form/use-server-mutation'
import { useTRPC } from '@/components/trpc'
import type { DialogState } from '@/components/ui/use-lazy-dialog'
import type { AddressType } from '@/schemas/addresses/contract'
import { NETWORK_CODES } from '@/schemas/indexer/words'
import { ConfirmationsField } from './confirmations-field'
import { EventFields } from './event-fields'
import { IndexerSecret } from './indexer-secret'
import { confirmationsOf, eventsOf, type SubscriptionForm, subscriptionForm } from './subscription-form'

const CONTRACT_TEXTS = {
  EVM: { label: 'Contract' },
  SOLANA: {
    label: 'Mint or token account',
    hint: 'It does not have to exist yet. A wallet has one token account per token.',
  },
} satisfies Record<AddressType, { label: string; hint?: string }>

/** The form of a new subscription: contract, events and destination. Afterwards it shows the secret once. */
export function NewSubscriptionForm({ projectId, open, onOpenChange }: DialogState & { projectId: string }) {
  const trpc = useTRPC()
  const client = useQueryClient()
  const served = useChainOffer(projectId)(useChains(projectId) ?? [])
  const familyOf = (chosen: string) => served.find(({ chainId }) => String(chainId) === chosen)?.chainType ?? 'EVM'
  const { control, handleSubmit, setError } = useForm<SubscriptionForm>({
    resolver: (values, ...rest) => zodResolver(subscriptionForm(familyOf(values.chainId)))(values, ...rest),
    defaultValues: {
      chainId: '',
      contractAddress: '',
      webhookUrl: '',
      keys: ['transfer'],
      declarations: '',
      confirmations: '',
    },
  })
  const chainType = familyOf(useWatch({ control, name: 'chainId' }))
  const create = useServerMutation(trpc.indexer.createSubscription, {
    onSuccess: async () => {
      await client.invalidateQueries(trpc.indexer.pathFilter())
      onOpenChange(false)
    },
  })
  return (
    <>
      <FormDialog
        open={open}
        onOpenChange={onOpenChange}
        title="New event subscription"
        description="From the next block on, each event of the contract is sent once its block has enough confirmations."
        submitLabel="Subscribe"
        mutation={create}
        onSubmit={handleSubmit((values) => {
          const chain = served.find(({ chainId }) => String(chainId) === values.chainId)
          const network = NETWORK_CODES.find((code) => code === chain?.code)
          if (!chain || !network) return setError('chainId', { message: 'Choose a chain' })
          const { contractAddress, webhookUrl } = values
          const where = { network, chainId: chain.chainId, contractAddress, webhookUrl }
          const events = eventsOf(values, chainType)
          create.mutate({ projectId, ...where, events, confirmations: confirmationsOf(values, chainType) })
        })}
      >
        <SelectField
          control={control}
          name="chainId"
          label="Chain"
          placeholder="Choose a chain"
          options={chainOptions(served)}
        />
        <AddressField control={control} name="contractAddress" chainType={chainType} {...CONTRACT_TEXTS[chainType]} />
        <TextField
          control={control}
          name="webhookUrl"
          label="Webhook URL"
          inputMode="url"
          autoComplete="off"
          placeholder="https://example.com/hooks/events"
          hint="It must return a 2xx status within ten seconds."
        />
        <EventFields control={control} chainType={chainType} />
        {chainType === 'EVM' ? (
          <ConfirmationsField
            control={control}
            hint="Leave empty to wait for finality. With fewer confirmations, events arrive earlier and may be reverted."
          />
        ) : null}
      </FormDialog>
      <IndexerSecret created={create.data} onDone={() => create.reset()} />
    </>
  )
}
