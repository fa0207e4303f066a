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
import { type FromForm, fromForm } from './move-values'

/** Burns what a holder has, tried on the chain first. */
export function BurnForm({
  projectId,
  token,
  open,
  onOpenChange,
}: DialogState & { projectId: string; token: TokenView }) {
  const trpc = useTRPC()
  const done = useOperationDone(onOpenChange)
  const form = useForm<FromForm>({ resolver: zodResolver(fromForm), defaultValues: { from: '', amount: '' } })
  const trial = useServerMutation(trpc.tokens.simulateBurn, { again: true })
  const mutation = useServerMutation(trpc.tokens.burn, {
    onSuccess: async () => {
      toast.success('Burn started')
      await done()
    },
  })
  const input = (values: FromForm) => ({ projectId, tokenId: token.id, ...values })
  return (
    <MoveForm
      open={open}
      onOpenChange={onOpenChange}
      form={form}
      title={`Burn ${token.ticker}`}
      description="The tokenAdmin burns tokens of a holder, including frozen and locked tokens. This cannot be undone."
      submitLabel="Burn"
      mutation={mutation}
      trial={trial}
      onTry={(values) => trial.mutate(input(values))}
      onSubmit={(values) => mutation.mutate(input(values))}
    >
      <AddressField control={form.control} name="from" label="From" chainType={chainTypeOf(token)} />
      <AmountField control={form.control} name="amount" label="Amount" unit={token.ticker} />
    </MoveForm>
  )
}
