'use client'

import { useQueryClient } from '@tanstack/react-query'
import type { DecorateMutationProcedure, ResolverDef } from '@trpc/tanstack-react-query'
import { FlaskConical } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { type FieldValues, type UseFormReturn, useWatch } from 'react-hook-form'
import { FormDialog } from '@/components/form/form-dialog'
import { useServerMutation } from '@/components/form/use-server-mutation'
import { useTRPC } from '@/components/trpc'
import { Alert } from '@/components/ui/alert'
import { Button } from '@/components/ui/button'
import { ProblemAlert } from '@/components/ui/problem-alert'
import { toast } from '@/components/ui/toast'
import type { DialogState } from '@/components/ui/use-lazy-dialog'
import type { TokenView } from '@/schemas/tokens/contract'
import type { OperationSimulation } from '@/schemas/tokens/operations/simulation'
import { exactMoney, groupDigits } from '@/server/money/display-amount'
import { refusalReason } from './refusal-reason'

/** The props of each form: the token, and the callback that closes it. */
export type MoveProps = DialogState & { projectId: string; token: TokenView }

type Tried = { data: OperationSimulation | undefined; isPending: boolean; problem: string | null; resolvePath?: string }

type MoveFormProps<T extends FieldValues> = DialogState & {
  form: UseFormReturn<T>
  token: TokenView
  /** The move as a verb. */
  act: string
  description: string
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
  const { form, token, act, open, onOpenChange, description, mutation, trial, onTry, onSubmit, children } = props
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
      title={`${act} ${token.ticker}`}
      description={description}
      submitLabel={act}
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

type Procedure<TDef extends ResolverDef> = Pick<DecorateMutationProcedure<TDef>, 'mutationOptions'>
type Move<Trial extends ResolverDef, Start extends ResolverDef> = {
  simulate: Procedure<Trial>
  start: Procedure<Start>
  act: string
  onOpenChange: (open: boolean) => void
}

/** The mutations of a `MoveForm`. Once the operation is started, the form closes and the tokens are loaded again. */
export function useMove<Trial extends ResolverDef, Start extends ResolverDef>(move: Move<Trial, Start>) {
  const { simulate, start, act, onOpenChange } = move
  const trpc = useTRPC()
  const client = useQueryClient()
  const trial = useServerMutation(simulate, { again: true })
  const mutation = useServerMutation(start, {
    onSuccess: async () => {
      toast.success(`${act} started`)
      onOpenChange(false)
      await client.invalidateQueries(trpc.tokens.pathFilter())
    },
  })
  return { act, trial, mutation }
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
      {trial.feeUsd ? `The fee is at most ${exactMoney(trial.feeUsd, 'USD')}.` : 'The platform pays the fee.'}
    </Alert>
  )
}

function gasText(gasLimit: OperationSimulation['gasLimit']): string {
  return gasLimit === null ? '' : ` with at most ${groupDigits(gasLimit)} gas`
}
