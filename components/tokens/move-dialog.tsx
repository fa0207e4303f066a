'use client'

import { zodResolver } from '@hookform/resolvers/zod'
import { useState } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import { AddressField } from '@/components/form/address-field'
import { AmountField } from '@/components/form/amount-field'
import { FormDialog } from '@/components/form/form-dialog'
import { FormField } from '@/components/form/form-field'
import type { Act } from '@/components/ui/act'
import { Checkbox } from '@/components/ui/checkbox'
import type { DialogState } from '@/components/ui/use-lazy-dialog'
import type { TokenView } from '@/server/tokens/contract'
import type { Trial } from '@/server/tokens/operations/try-operation'
import { type MoveForm, type MoveSide, moveForm } from './move-form'
import { TrialResult } from './trial-result'

type MoveDialogProps = DialogState & {
  token: TokenView
  title: string
  description: string
  /** The act as a verb: "Mint". */
  verb: string
  sides: readonly MoveSide[]
  /** Offers to move whoever's they are. */
  mayForce?: boolean
  trial: Act & { data: Trial | undefined; run: (values: MoveForm) => void }
  act: Act & { run: (values: MoveForm) => void }
}

const LABELS = { from: 'From', to: 'To' } satisfies Record<MoveSide, string>

/** Moves tokens in two steps: the chain is asked what would come of it, and only what it takes can be confirmed. */
export function MoveDialog(props: MoveDialogProps) {
  const { token, title, description, verb, sides, mayForce, trial, act, open, onOpenChange } = props
  const { control, handleSubmit } = useForm<MoveForm>({
    resolver: zodResolver(moveForm(sides, token.decimals)),
    defaultValues: { from: '', to: '', amount: '', forced: false },
  })
  const [tried, setTried] = useState<string | null>(null)
  const values = useWatch({ control })
  const result = tried === keyOf(values) ? trial.data : undefined
  const isReady = result !== undefined && result.refusal === null
  const both: Act = {
    isPending: trial.isPending || act.isPending,
    problem: act.problem ?? trial.problem,
    reset: () => {
      trial.reset()
      act.reset()
    },
  }
  return (
    <FormDialog
      open={open}
      onOpenChange={onOpenChange}
      title={title}
      description={description}
      submitLabel={isReady ? verb : 'Try it'}
      act={both}
      onSubmit={handleSubmit((filled) => {
        if (isReady) return act.run(filled)
        setTried(keyOf(filled))
        trial.run(filled)
      })}
    >
      {sides.map((side) => (
        <AddressField key={side} control={control} name={side} label={LABELS[side]} chainType="EVM" />
      ))}
      <AmountField control={control} name="amount" label="Amount" unit={token.ticker} />
      {mayForce ? (
        <FormField
          control={control}
          name="forced"
          label="Forced"
          hint="For court orders and lost keys: by the tokenAdmin, past pause, freeze and lock-up."
        >
          {({ value, onChange }) => (
            <Checkbox checked={value} onCheckedChange={onChange} aria-label="Forced">
              Move them whoever holds them
            </Checkbox>
          )}
        </FormField>
      ) : null}
      {result ? <TrialResult trial={result} /> : null}
    </FormDialog>
  )
}

/** What was tried is told from what was typed since. */
function keyOf({ from, to, amount, forced }: Partial<MoveForm>): string {
  return JSON.stringify([from?.trim(), to?.trim(), amount?.trim(), forced])
}
