'use client'

import { zodResolver } from '@hookform/resolvers/zod'
import { useForm } from 'react-hook-form'
import { AddressField } from '@/components/form/address-field'
import { AmountField } from '@/components/form/amount-field'
import { useServerMutation } from '@/components/form/use-server-mutation'
import { useTRPC } from '@/components/trpc'
import { toast } from '@/components/ui/toast'
import type { DialogState } from '@/components/ui/use-lazy-dialog'
import type { TokenView } from '@/schemas/tokens/contract'
import { chainTypeOf } from './chain-type-of'
import { MoveForm, useOperationDone } from './move-form'
import { type ToForm, toForm } from './move-values'

/** Makes tokens for a registered wallet, tried on the chain first. */
export function MintForm({
  projectId,
  token,
  open,
  onOpenChange,
}: DialogState & { projectId: string; token: TokenView }) {
  const trpc = useTRPC()
  const done = useOperationDone(onOpenChange)
  const form = useForm<ToForm>({ resolver: zodResolver(toForm), defaultValues: { to: '', amount: '' } })
  const trial = useServerMutation(trpc.tokens.simulateMint, { again: true })
  const mutation = useServerMutation(trpc.tokens.mint, {
    onSuccess: async () => {
      toast.success('Mint started')
      await done()
    },
  })
  const input = (values: ToForm) => ({ projectId, tokenId: token.id, ...values })
  return (
    <MoveForm
      open={open}
      onOpenChange={onOpenChange}
      form={form}
      title={`Mint ${token.ticker}`}
      description="To a registered wallet, or to the tokenAdmin, who has no limits."
      submitLabel="Mint"
      mutation={mutation}
      trial={trial}
      onTry={(values) => trial.mutate(input(values))}
      onSubmit={(values) => mutation.mutate(input(values))}
    >
      <AddressField control={form.control} name="to" label="To" chainType={chainTypeOf(token)} />
      <AmountField control={form.control} name="amount" label="Amount" unit={token.ticker} />
    </MoveForm>
  )
}
