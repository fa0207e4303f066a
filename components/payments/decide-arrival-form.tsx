'use client'

import { zodResolver } from '@hookform/resolvers/zod'
import { useForm, useWatch } from 'react-hook-form'
import { z } from 'zod'
import { FormDialog } from '@/components/form/form-dialog'
import { SelectField } from '@/components/form/select-field'
import { TextField } from '@/components/form/text-field'
import { useServerMutation } from '@/components/form/use-server-mutation'
import { useTRPC } from '@/components/trpc'
import { toast } from '@/components/ui/toast'
import type { DialogState } from '@/components/ui/use-lazy-dialog'
import {
  type ArrivalDecisionKind,
  recoverDepositInput,
  type UnmatchedDepositView,
} from '@/schemas/payments/stablecoins/contract'
import { exactAmount } from '@/server/money/display-amount'
import { useRefreshMoney } from './use-refresh-money'

/** The decisions of operators on unmatched deposits. */
const DECISION_TEXTS = {
  reverse: { label: 'Reverse it', hint: 'Removes it from the ledger and from the balance it was credited to.' },
  bear: { label: 'Charge it to the platform', hint: 'Removes it from the ledger. The payer keeps what was bought.' },
  same: {
    label: 'Same deposit',
    hint: 'The existing ledger entry now refers to this deposit, and it is swept. A loss charged to the platform is reversed.',
  },
  book: { label: 'Record it', hint: 'Records it as a new deposit. The original deposit was reversed.' },
  ignore: { label: 'Ignore it', hint: 'It stays at its address and leaves this list.' },
} satisfies Record<ArrivalDecisionKind, { label: string; hint: string }>

const STATE_TEXTS = {
  FOREIGN: 'is not accepted by its address',
  REVERTED: 'was removed from the chain after finality',
  DOUBTFUL: 'was removed from the chain and arrived again',
} satisfies Record<UnmatchedDepositView['state'], string>

const form = z.object({
  kind: z.enum(['reverse', 'bear', 'same', 'book', 'ignore']),
  reason: recoverDepositInput.shape.reason,
})

/** The decision about a deposit, and its reason. */
export function DecideArrivalForm({
  unmatchedDeposit,
  open,
  onOpenChange,
}: DialogState & { unmatchedDeposit: UnmatchedDepositView }) {
  const trpc = useTRPC()
  const refresh = useRefreshMoney()
  const { id: arrivalId, decisions, amount, symbol, state, proposal } = unmatchedDeposit
  const proposed = decisions.find((kind) => kind === proposal?.what)
  const { control, handleSubmit } = useForm({
    resolver: zodResolver(form),
    defaultValues: { kind: proposed ?? decisions[0] ?? 'ignore', reason: '' },
  })
  const kind = useWatch({ control, name: 'kind' })
  const decide = useServerMutation(trpc.payments.decideArrival, {
    onSuccess: async (outcome) => {
      await refresh()
      onOpenChange(false)
      toast.success(outcome.state === 'done' ? 'Resolved' : 'Proposed. A second person has to make the same decision')
    },
  })
  return (
    <FormDialog
      open={open}
      onOpenChange={onOpenChange}
      title={`Resolve ${exactAmount(amount)} ${symbol}`}
      description={`This deposit ${STATE_TEXTS[state]}. ${proposed ? `Proposed: ${DECISION_TEXTS[proposed].label}.` : 'Except for a removed deposit that was never recorded, two people have to make the same decision.'} The audit log keeps the reason.`}
      submitLabel="Resolve"
      onSubmit={handleSubmit((values) => decide.mutate({ ...values, arrivalId }))}
      mutation={decide}
    >
      <SelectField
        control={control}
        name="kind"
        label="Decision"
        options={decisions.map((value) => ({ value, label: DECISION_TEXTS[value].label }))}
        hint={DECISION_TEXTS[kind].hint}
      />
      <TextField control={control} name="reason" label="Reason" maxLength={200} autoComplete="off" />
    </FormDialog>
  )
}
