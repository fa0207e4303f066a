'use client'

import { zodResolver } from '@hookform/resolvers/zod'
import { useController, useForm } from 'react-hook-form'
import { AddressField } from '@/components/form/address-field'
import { AmountField } from '@/components/form/amount-field'
import { useTRPC } from '@/components/trpc'
import { Checkbox } from '@/components/ui/checkbox'
import { chainTypeOf } from './chain-type-of'
import { MoveForm, type MoveProps, useMove } from './move-form'
import { transferForm, type TransferForm as Values } from './move-values'

/** Sends tokens from a wallet of the business, or moves a holder's by force; tried on the chain first. */
export function TransferForm({ projectId, token, open, onOpenChange }: MoveProps) {
  const trpc = useTRPC()
  const defaultValues = { from: '', to: '', amount: '', forced: false }
  const form = useForm<Values>({ resolver: zodResolver(transferForm), defaultValues })
  const { field: forced } = useController({ control: form.control, name: 'forced' })
  const move = useMove({
    simulate: trpc.tokens.simulateTransfer,
    start: trpc.tokens.transfer,
    act: 'Transfer',
    onOpenChange,
  })
  const input = (values: Values) => ({ projectId, tokenId: token.id, ...values })
  return (
    <MoveForm
      {...move}
      open={open}
      onOpenChange={onOpenChange}
      form={form}
      token={token}
      description="From a wallet of the business. All limits of the token apply."
      onTry={(values) => move.trial.mutate(input(values))}
      onSubmit={(values) => move.mutation.mutate(input(values))}
    >
      <AddressField control={form.control} name="from" label="From" chainType={chainTypeOf(token)} />
      <AddressField control={form.control} name="to" label="To" chainType={chainTypeOf(token)} />
      <AmountField control={form.control} name="amount" label="Amount" unit={token.ticker} />
      <Checkbox checked={forced.value} onCheckedChange={forced.onChange}>
        Force the transfer: the token admin moves tokens of any holder, despite pause, freeze and lock-up
      </Checkbox>
    </MoveForm>
  )
}
