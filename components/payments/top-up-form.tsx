'use client'

import { zodResolver } from '@hookform/resolvers/zod'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useDeferredValue } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import { AmountField } from '@/components/form/amount-field'
import { FormDialog } from '@/components/form/form-dialog'
import { refusalText } from '@/components/form/refusal-text'
import { useTRPC } from '@/components/trpc'
import type { DialogState } from '@/components/ui/use-lazy-dialog'
import { topUpForm } from '@/schemas/payments/contract'
import { displayNaira } from '@/server/money/display-amount'
import { useSubscribe } from './use-subscribe'

type TopUpFormProps = DialogState & { projectId: string; amountUsd?: string }

/** The amount in dollars, with its current value in naira. */
export function TopUpForm({ projectId, amountUsd = '', open, onOpenChange }: TopUpFormProps) {
  const { control, handleSubmit } = useForm({
    resolver: zodResolver(topUpForm, undefined, { raw: true }),
    defaultValues: { amountUsd: amountUsd.replace(/\.00$/, '') },
  })
  const subscribe = useSubscribe(projectId, { onBegun: () => onOpenChange(false) })
  return (
    <FormDialog
      open={open}
      onOpenChange={onOpenChange}
      title="Top up the balance"
      description="Pay by bank transfer or stablecoin. All projects of the business share the balance. It pays for mainnet gas and plan renewals."
      submitLabel="Continue to payment"
      onSubmit={handleSubmit((typed) =>
        subscribe.mutate({ projectId, request: { purpose: 'WALLET_TOPUP', amountUsd: typed.amountUsd } }),
      )}
      mutation={subscribe}
    >
      <AmountField
        control={control}
        name="amountUsd"
        label="Amount"
        unit="USD"
        placeholder="25"
        hint="From 1 to 1,000,000 dollars, at most two decimals."
      />
      <InNaira projectId={projectId} typed={useWatch({ control, name: 'amountUsd' })} />
    </FormDialog>
  )
}

/** Priced by what prices the payment itself. */
function InNaira({ projectId, typed }: { projectId: string; typed: string }) {
  const trpc = useTRPC()
  const amountUsd = useDeferredValue(typed.trim())
  const isSound = topUpForm.safeParse({ amountUsd }).success
  const { data, error } = useQuery(
    trpc.payments.quote.queryOptions(
      { projectId, request: { purpose: 'WALLET_TOPUP', amountUsd } },
      { enabled: isSound, placeholderData: keepPreviousData },
    ),
  )
  const isShown = isSound && data
  return (
    <div aria-live="polite" className="rounded-lg border bg-sunken px-4 py-3">
      <p className="text-[0.8125rem] text-muted-foreground">To pay</p>
      <p className="tabular font-semibold text-xl leading-8">{isShown ? displayNaira(data.amountNgn) : '₦ –'}</p>
      <p className="text-[0.8125rem] text-muted-foreground">
        {isShown && data.ngnPerUsd ? `At ${displayNaira(data.ngnPerUsd)} for 1 USD. ` : ''}
        {isSound && error ? refusalText(error) : 'The price is valid for 30 minutes from the next step.'}
      </p>
    </div>
  )
}
