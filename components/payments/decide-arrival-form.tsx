'use client'

import { zodResolver } from '@hookform/resolvers/zod'
import { useQueryClient } from '@tanstack/react-query'
import { useForm, useWatch } from 'react-hook-form'
import { z } from 'zod'
import { FormDialog } from '@/components/form/form-dialog'
import { SelectField } from '@/components/form/select-field'
import { TextField } from '@/components/form/text-field'
import { useAct } from '@/components/form/use-act'
import { useTRPC } from '@/components/trpc'
import { formatDecimal } from '@/components/ui/format-decimal'
import { toast } from '@/components/ui/toast'
import type { DialogState } from '@/components/ui/use-lazy-dialog'
import { rescueInput, type StrayView } from '@/server/payments/stablecoins/contract'
import { DECISION_TEXTS } from './arrival-looks'

const form = z.object({
  kind: z.enum(['reverse', 'bear', 'same', 'book', 'ignore']),
  reason: rescueInput.shape.reason,
})

/** What becomes of it, and why. */
export function DecideArrivalForm({ stray, open, onOpenChange }: DialogState & { stray: StrayView }) {
  const trpc = useTRPC()
  const client = useQueryClient()
  const { id: arrivalId, decisions, amount, symbol, state, proposal } = stray
  const proposed = decisions.find((kind) => kind === proposal?.what)
  const { control, handleSubmit } = useForm({
    resolver: zodResolver(form),
    defaultValues: { kind: proposed ?? decisions[0] ?? 'ignore', reason: '' },
  })
  const kind = useWatch({ control, name: 'kind' })
  const decide = useAct(trpc.payments.decideArrival, {
    onSuccess: async (outcome) => {
      await client.invalidateQueries(trpc.payments.pathFilter())
      onOpenChange(false)
      toast.success(outcome.state === 'done' ? 'Decided' : 'Proposed: somebody else has to decide the same')
    },
  })
  const what = state === 'REVERTED' ? 'left the chain after it was final' : 'left the chain and came again'
  return (
    <FormDialog
      open={open}
      onOpenChange={onOpenChange}
      title={`Decide about ${formatDecimal(amount)} ${symbol}`}
      description={`It ${what}. ${proposed ? `Somebody proposed: ${DECISION_TEXTS[proposed].label}.` : 'What is booked takes two people who decide the same.'} The audit log keeps the reason.`}
      submitLabel="Decide"
      onSubmit={handleSubmit((values) => decide.mutate({ ...values, arrivalId }))}
      act={decide}
    >
      <SelectField
        control={control}
        name="kind"
        label="What becomes of it"
        options={decisions.map((value) => ({ value, label: DECISION_TEXTS[value].label }))}
        hint={DECISION_TEXTS[kind].hint}
      />
      <TextField control={control} name="reason" label="Reason" maxLength={200} autoComplete="off" />
    </FormDialog>
  )
}
