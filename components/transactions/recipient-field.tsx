'use client'

import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type Control, useWatch } from 'react-hook-form'
import { addressHint } from '@/components/form/address-field'
import { FormField } from '@/components/form/form-field'
import { useSettled } from '@/components/form/use-settled'
import { useTRPC } from '@/components/trpc'
import { SuggestedInput } from '@/components/ui/suggested-input'
import type { WalletView } from '@/schemas/wallets/contract'
import { knownRecipients } from './known-recipients'
import { toTransactionInput } from './transaction-filter'
import type { SendValues } from './transfer-call'
import { usableWallets } from './usable-wallets'

const PAUSE_MS = 200

type RecipientFieldProps = { projectId: string; control: Control<SendValues>; wallet: WalletView }

/** Any address, with the recipients that the project knows to choose from. The form works without them. */
export function RecipientField({ projectId, control, wallet }: RecipientFieldProps) {
  const trpc = useTRPC()
  const { chainType, address: from } = wallet
  const typed = useWatch({ control, name: 'toAddress' })
  const search = useSettled(typed.trim(), PAUSE_MS)
  const wallets = useQuery(
    trpc.wallets.list.queryOptions(usableWallets(projectId, { search, chainType }), {
      placeholderData: keepPreviousData,
    }),
  )
  const recent = useQuery(
    trpc.transactions.list.queryOptions(toTransactionInput(projectId, { chainType, type: 'TRANSFER' })),
  )
  const own = useQuery(trpc.policies.get.queryOptions({ projectId, scope: 'project' }))
  const ofBusiness = useQuery(trpc.policies.get.queryOptions({ projectId, scope: 'business' }))
  const suggestions = knownRecipients({
    ...{ chainType, from, typed },
    allowed: [own, ofBusiness].flatMap(({ data }) => data?.recipients ?? []),
    recent: recent.data?.items ?? [],
    wallets: wallets.data?.items ?? [],
  })
  return (
    <FormField
      control={control}
      name="toAddress"
      label="To"
      hint={addressHint(typed, chainType) ?? 'An address, or the name of a wallet or recipient you know.'}
    >
      {({ value, onChange, ...field }) => (
        <SuggestedInput
          {...field}
          mono
          value={value}
          onValueChange={onChange}
          suggestions={suggestions}
          placeholder={chainType === 'SOLANA' ? undefined : '0x…'}
        />
      )}
    </FormField>
  )
}
