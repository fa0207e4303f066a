'use client'

import { zodResolver } from '@hookform/resolvers/zod'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { FormDialog } from '@/components/form/form-dialog'
import { MoneyField } from '@/components/form/money-field'
import { TextField } from '@/components/form/text-field'
import { useServerMutation } from '@/components/form/use-server-mutation'
import { useTRPC } from '@/components/trpc'
import { ConfirmDialog } from '@/components/ui/confirm-dialog'
import { toast } from '@/components/ui/toast'
import type { DialogState } from '@/components/ui/use-lazy-dialog'
import { creditForm } from '@/schemas/ledger/contract'
import { exactMoney } from '@/server/money/display-amount'

type CreditBusinessFormProps = DialogState & { businessId: string; name: string }

/** Amount and reason, then a confirmation. */
export function CreditBusinessForm({ businessId, name, open, onOpenChange }: CreditBusinessFormProps) {
  const trpc = useTRPC()
  const client = useQueryClient()
  const [step, setStep] = useState<'form' | 'confirm'>('form')
  const { control, handleSubmit, getValues } = useForm({
    resolver: zodResolver(creditForm, undefined, { raw: true }),
    defaultValues: { amountUsd: '', reason: '' },
  })
  const credit = useServerMutation(trpc.ledger.credit, {
    onSuccess: async ({ state }, { amountUsd }) => {
      await client.invalidateQueries(trpc.ledger.pathFilter())
      onOpenChange(false)
      await client.invalidateQueries(trpc.proposals.pathFilter())
      toast.success(
        state === 'done'
          ? `${name} credited with ${exactMoney(amountUsd, 'USD')}`
          : 'Proposed: a second operator has to approve it on the Proposals page',
      )
    },
  })
  const { amountUsd, reason } = getValues()
  return (
    <>
      <FormDialog
        open={open && step === 'form'}
        onOpenChange={onOpenChange}
        title={`Credit ${name}`}
        description="For money received outside Slipway, or a refund. The business sees the reason. Above ₦1,000,000 per day, a second operator has to approve it."
        submitLabel="Continue"
        onSubmit={handleSubmit(() => setStep('confirm'))}
        mutation={null}
      >
        <MoneyField control={control} name="amountUsd" label="Amount" currency="USD" />
        <TextField control={control} name="reason" label="Reason" maxLength={200} autoComplete="off" />
      </FormDialog>
      <ConfirmDialog
        open={open && step === 'confirm'}
        onOpenChange={(next) => setStep(next ? 'confirm' : 'form')}
        danger={false}
        title={`Credit ${exactMoney(amountUsd, 'USD')} to ${name}?`}
        description={`Reason: ${reason}. The business can spend it on gas immediately, and you cannot reverse it here. Both audit logs record it.`}
        confirmLabel="Credit balance"
        cancelLabel="Back"
        mutation={credit}
        keepsMutation
        onConfirm={() => credit.mutate({ businessId, amountUsd, reason })}
      />
    </>
  )
}
