'use client'

import { zodResolver } from '@hookform/resolvers/zod'
import { useController, useForm } from 'react-hook-form'
import { AddressField } from '@/components/form/address-field'
import { AmountField } from '@/components/form/amount-field'
import { useServerMutation } from '@/components/form/use-server-mutation'
import { useTRPC } from '@/components/trpc'
import { Checkbox } from '@/components/ui/checkbox'
import { toast } from '@/components/ui/toast'
import type { DialogState } from '@/components/ui/use-lazy-dialog'
import type { TokenView } from '@/schemas/tokens/contract'
import { chainTypeOf } from './chain-type-of'
import { MoveForm, useOperationDone } from './move-form'
import { transferForm, type TransferForm as Values } from './move-values'

/** Sends tokens from a wallet of the business, or moves a holder's by force; tried on the chain first. */
export function TransferForm({
  projectId,
  token,
  open,
  onOpenChange,
}: DialogState & { projectId: string; token: TokenView }) {
  const trpc = useTRPC()
  const done = useOperationDone(onOpenChange)
  const defaultValues = { from: '', to: '', amount: '', forced: false }
  const form = useForm<Values>({ resolver: zodResolver(transferForm), defaultValues })
  const { field: forced } = useController({ control: form.control, name: 'forced' })
  const trial = useServerMutation(trpc.tokens.simulateTransfer, { again: true })
  const mutation = useServerMutation(trpc.tokens.transfer, {
    onSuccess: async () => {
      toast.success('Transfer started')
      await done()
    },
  })
  const input = (values: Values) => ({ projectId, tokenId: token.id, ...values })
  return (
    <MoveForm
      open={open}
      onOpenChange={onOpenChange}
      form={form}
      title={`Transfer ${token.ticker}`}
      description="From a wallet of the business. All limits of the token apply."
      submitLabel="Transfer"
      mutation={mutation}
      trial={trial}
      onTry={(values) => trial.mutate(input(values))}
      onSubmit={(values) => mutation.mutate(input(values))}
    >
      <AddressField control={form.control} name="from" label="From" chainType={chainTypeOf(token)} />
      <AddressField control={form.control} name="to" label="To" chainType={chainTypeOf(token)} />
      <AmountField control={form.control} name="amount" label="Amount" unit={token.ticker} />
      <Checkbox checked={forced.value} onCheckedChange={forced.onChange}>
        Force the transfer: the tokenAdmin moves tokens of any holder, despite pause, freeze and lock-up
      </Checkbox>
    </MoveForm>
  )
}
