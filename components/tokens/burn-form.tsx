'use client'

import { zodResolver } from '@hookform/resolvers/zod'
import { useForm } from 'react-hook-form'
import { AddressField } from '@/components/form/address-field'
import { AmountField } from '@/components/form/amount-field'
import { useTRPC } from '@/components/trpc'
import { chainTypeOf } from './chain-type-of'
import { MoveForm, type MoveProps, useMove } from './move-form'
import { type FromForm, fromForm } from './move-values'

/** Burns units of a holder, simulated on the chain first. */
export function BurnForm({ projectId, token, open, onOpenChange }: MoveProps) {
  const trpc = useTRPC()
  const form = useForm<FromForm>({ resolver: zodResolver(fromForm), defaultValues: { from: '', amount: '' } })
  const move = useMove({ simulate: trpc.tokens.simulateBurn, start: trpc.tokens.burn, act: 'Burn', onOpenChange })
  const input = (values: FromForm) => ({ projectId, tokenId: token.id, ...values })
  return (
    <MoveForm
      {...move}
      open={open}
      onOpenChange={onOpenChange}
      form={form}
      token={token}
      description="The token admin burns tokens of a holder, including frozen and locked tokens. This cannot be undone."
      onTry={(values) => move.trial.mutate(input(values))}
      onSubmit={(values) => move.mutation.mutate(input(values))}
    >
      <AddressField control={form.control} name="from" label="From" chainType={chainTypeOf(token)} />
      <AmountField control={form.control} name="amount" label="Amount" unit={token.ticker} />
    </MoveForm>
  )
}
