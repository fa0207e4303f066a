'use client'

import { zodResolver } from '@hookform/resolvers/zod'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import { FormShell } from '@/components/form/form-shell'
import { SubmitButton } from '@/components/form/submit-button'
import { useAct } from '@/components/form/use-act'
import { paths } from '@/components/paths'
import { useRoleShortfall } from '@/components/projects/use-role-shortfall'
import { useTRPC } from '@/components/trpc'
import { Button } from '@/components/ui/button'
import { Card } from '@/components/ui/card'
import { toast } from '@/components/ui/toast'
import { type IssueForm, issueForm, NEW_ISSUE, toIssueInput } from './issue-form'
import { IssueProgress } from './issue-progress'
import { IssueReview } from './issue-review'
import { IssueStepFields } from './issue-step-fields'
import { type IssueStep, STEP_FIELDS, STEP_NAMES, stepsOf } from './issue-steps'
import { toIssueChains } from './to-issue-chains'
import { useIssuePreview } from './use-issue-preview'
import { useShowProblems } from './use-show-problems'

/** Issues a token in steps: what it is, its limits, what it pays, and what would come of it. */
export function IssueWizard({ projectId }: { projectId: string }) {
  const trpc = useTRPC()
  const client = useQueryClient()
  const router = useRouter()
  const shortfall = useRoleShortfall(projectId, 'developer')
  const { data: known = [] } = useQuery(trpc.wallets.listChains.queryOptions({ projectId }))
  const chains = toIssueChains(known)
  const findChain = (chosen: string) => chains.find(({ chainId }) => String(chainId) === chosen)
  const form = useForm<IssueForm>({
    resolver: zodResolver(issueForm(findChain)),
    defaultValues: { ...NEW_ISSUE, chainId: String(chains[0]?.chainId ?? '') },
  })
  const [step, setStep] = useState<IssueStep>('asset')
  const steps = stepsOf(useWatch({ control: form.control, name: 'tokenType' }))
  const at = steps.indexOf(step)
  const next = steps[at + 1]
  const showProblems = useShowProblems(form, setStep)
  const preview = useIssuePreview(projectId)
  const issue = useAct(trpc.tokens.issue, {
    onSuccess: async (token) => {
      toast.success(`${token.ticker} is being deployed`)
      await client.invalidateQueries(trpc.tokens.pathFilter())
      router.push(paths.token(projectId, token.id))
    },
    onError: showProblems,
  })
  const inputOf = (values: IssueForm) => toIssueInput(values, findChain(values.chainId))

  async function goOn() {
    if (next === undefined) return
    if (!(await form.trigger(STEP_FIELDS[step], { shouldFocus: true }))) return
    if (next !== 'review') return setStep(next)
    await form.handleSubmit(async (values) => {
      issue.reset()
      const failure = await preview.load(inputOf(values))
      if (failure === null) setStep('review')
      else showProblems(failure)
    })()
  }
  return (
    <>
      <IssueProgress steps={steps} step={step} />
      <Card title={STEP_NAMES[step]}>
        <FormShell
          error={step === 'review' ? issue.problem : preview.problem}
          onSubmit={async (event) => {
            event.preventDefault()
            if (next !== undefined) return goOn()
            await form.handleSubmit((values) => issue.mutate({ projectId, ...inputOf(values) }))()
          }}
        >
          {step === 'review' && preview.data ? (
            <IssueReview form={form.getValues()} preview={preview.data} />
          ) : (
            <IssueStepFields step={step} control={form.control} chains={chains} />
          )}
          <div className="flex flex-wrap justify-between gap-2 border-t pt-4">
            {at === 0 ? null : (
              <Button disabled={issue.isPending} onClick={() => setStep(steps[at - 1] ?? 'asset')}>
                Back
              </Button>
            )}
            <SubmitButton
              className="ml-auto"
              pending={issue.isPending || preview.isPending}
              disabledReason={next === undefined && preview.data?.refusal ? 'Its chain would refuse it' : shortfall}
            >
              {next === undefined ? 'Issue the token' : `Continue to ${STEP_NAMES[next].toLowerCase()}`}
            </SubmitButton>
          </div>
        </FormShell>
      </Card>
    </>
  )
}
