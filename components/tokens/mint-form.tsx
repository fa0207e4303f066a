'use client'

import { zodResolver } from '@hookform/resolvers/zod'
import { useForm } from 'react-hook-form'
import { AddressField } from '@/components/form/address-field'
import { AmountField } from '@/components/form/amount-field'
import { useTRPC } from '@/components/trpc'
import { chainTypeOf } from './chain-type-of'
import { MoveForm, type MoveProps, useMove } from './move-form'
import { type ToForm, toForm } from './move-values'

/** Makes tokens for a registered wallet, tried on the chain first. */
export function MintForm({ projectId, token, open, onOpenChange }: MoveProps) {
  const trpc = useTRPC()
  const form = useForm<ToForm>({ resolver: zodResolver(toForm), defaultValues: { to: '', amount: '' } })
  const move = useMove({ simulate: trpc.tokens.simulateMint, start: trpc.tokens.mint, act: 'Mint', onOpenChange })
  const input = (values: ToForm) => ({ projectId, tokenId: token.id, ...values })
  return (
    <MoveForm
      {...move}
      open={open}
      onOpenChange={onOpenChange}
      form={form}
      token={token}
      description="To a registered wallet, or to the token admin, which has no limits."
      onTry={(values) => move.trial.mutate(input(values))}
      onSubmit={(values) => move.mutation.mutate(input(values))}
    >
      <AddressField control={form.control} name="to" label="To" chainType={chainTypeOf(token)} />
      <AmountField control={form.control} name="amount" label="Amount" unit={token.ticker} />
    </MoveForm>
  )
}
