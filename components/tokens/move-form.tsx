'use client'

import { useQueryClient } from '@tanstack/react-query'
import { FlaskConical } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { type FieldValues, type UseFormReturn, useWatch } from 'react-hook-form'
import { FormDialog } from '@/components/form/form-dialog'
import type { useServerMutation } from '@/components/form/use-server-mutation'
import { useTRPC } from '@/components/trpc'
import { Alert } from '@/components/ui/alert'
import { Button } from '@/components/ui/button'
import { ProblemAlert } from '@/components/ui/problem-alert'
import type { DialogState } from '@/components/ui/use-lazy-dialog'
import type { OperationSimulation } from '@/schemas/tokens/operations/simulation'
import { exactAmount, groupDigits } from '@/server/money/display-amount'
import { refusalReason } from './refusal-reason'

type Tried = { data: OperationSimulation | undefined; isPending: boolean; problem: string | null; resolvePath?: string }

type MoveFormProps<T extends FieldValues> = DialogState & {
  form: UseFormReturn<T>
  title: string
  description: string
  /** The act as a verb. */
  submitLabel: string
  mutation: Pick<ReturnType<typeof useServerMutation>, 'isPending' | 'problem' | 'resolvePath' | 'reset'>
  trial: Tried
  onTry: (values: T) => void
  onSubmit: (values: T) => void
  children: ReactNode
}

/**
 * A form that moves tokens. The operation is simulated before it is signed, and has to be simulated again after each
 * change of the form.
 */
export function MoveForm<T extends FieldValues>(props: MoveFormProps<T>) {
  const { form, open, onOpenChange, title, description, submitLabel, mutation, trial, onTry, onSubmit, children } =
    props
  const [tried, setTried] = useState<string | null>(null)
  // A simulation is valid while the form still has the simulated values.
  const isCurrent = tried === JSON.stringify(useWatch({ control: form.control }))
  const isTried = isCurrent && trial.data !== undefined && trial.data.refusal === null
  const tryIt = (values: T) => {
    setTried(JSON.stringify(form.getValues()))
    onTry(values)
  }
  return (
    <FormDialog
      open={open}
      onOpenChange={onOpenChange}
      title={title}
      description={description}
      submitLabel={submitLabel}
      mutation={mutation}
      disabledReason={!isTried && 'Simulate it first. Simulating signs nothing'}
      onSubmit={form.handleSubmit(onSubmit)}
    >
      {children}
      <TrialButton pending={trial.isPending} onTry={() => void form.handleSubmit(tryIt)()} />
      {isCurrent ? <ProblemAlert problem={trial.problem} resolvePath={trial.resolvePath} /> : null}
      <TrialNote trial={isCurrent ? trial.data : undefined} />
    </FormDialog>
  )
}

/** Closes the form and refreshes the tokens once an operation is under way. */
export function useOperationDone(onOpenChange: (open: boolean) => void) {
  const trpc = useTRPC()
  const client = useQueryClient()
  return async () => {
    onOpenChange(false)
    await client.invalidateQueries(trpc.tokens.pathFilter())
  }
}

/** Simulates the operation of the form on the chain. */
function TrialButton({ pending, onTry }: { pending: boolean; onTry: () => void }) {
  return (
    <Button icon={<FlaskConical aria-hidden />} pending={pending} onClick={onTry}>
      Simulate
    </Button>
  )
}

/** The result of simulating an operation, before it is signed. */
function TrialNote({ trial }: { trial: OperationSimulation | undefined }) {
  if (!trial) return null
  if (trial.refusal) return <Alert tone="danger">Simulation failed: {refusalReason(trial.refusal.error)}.</Alert>
  return (
    <Alert tone="success">
      Simulation succeeded{gasText(trial.gasLimit)}.{' '}
      {trial.feeUsd ? `The fee is at most $${exactAmount(trial.feeUsd, 'USD')}.` : 'The platform pays the fee.'}
    </Alert>
  )
}

function gasText(gasLimit: OperationSimulation['gasLimit']): string {
  return gasLimit === null ? '' : ` with at most ${groupDigits(gasLimit)} gas`
}
