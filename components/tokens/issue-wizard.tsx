'use client'

import { zodResolver } from '@hookform/resolvers/zod'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Check } from 'lucide-react'
import { useRouter } from 'next/navigation'
import { useEffect, useRef, useState } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import { useChainOffer } from '@/components/chains/use-chain-offer'
import { FormShell } from '@/components/form/form-shell'
import { SubmitButton } from '@/components/form/submit-button'
import { useServerMutation } from '@/components/form/use-server-mutation'
import { LinkButton } from '@/components/layout/link-button'
import { paths } from '@/components/paths'
import { useRoleShortfall } from '@/components/projects/use-role-shortfall'
import { QueryContent } from '@/components/query-content'
import { useTRPC } from '@/components/trpc'
import { Button } from '@/components/ui/button'
import { Card } from '@/components/ui/card'
import { cn } from '@/components/ui/cn'
import { lazyPart } from '@/components/ui/lazy-part'
import { LoadFailure } from '@/components/ui/load-failure'
import { ProblemAlert } from '@/components/ui/problem-alert'
import { Skeleton } from '@/components/ui/skeleton'
import { useLazyPart } from '@/components/ui/use-lazy-part'
import { useLeaveGuard } from '@/components/ui/use-leave-guard'
import { AssetFields } from './asset-fields'
import {
  chosenChain,
  type IssueChain,
  type IssueValues,
  issueChainsOf,
  issueFormOf,
  NEW_TOKEN,
  toFieldProblem,
  toIssueInput,
} from './issue-values'
import { fieldsOf, type IssueStep, STEP_NAMES, stepOf, stepsOf } from './wizard-steps'

// The later steps, with the code that plans coupons, are loaded while the first step is filled in.
const laterSteps = lazyPart(async () => ({
  ...(await import('./limit-fields')),
  ...(await import('./yield-fields')),
  ...(await import('./issue-review')),
}))

/** The wizard for a token, once its chains are known. Mainnets come first for a project that has a token there. */
export function IssueWizard({ projectId }: { projectId: string }) {
  const trpc = useTRPC()
  const chains = useQuery(trpc.wallets.listChains.queryOptions({ projectId }))
  const tokens = useQuery(trpc.tokens.list.queryOptions({ projectId, page: 1 }, { staleTime: 60_000 }))
  const mainnetsFirst = tokens.data?.items.some(({ network }) => network === 'MAINNET') ?? false
  const offer = useChainOffer(projectId, { mainnetsFirst })
  const loading = (
    <Card>
      <Skeleton className="h-64" />
    </Card>
  )
  if (tokens.isPending) return loading
  return (
    <QueryContent query={chains} loading={loading}>
      {(known) => <IssueForm projectId={projectId} chains={offer(issueChainsOf(known))} />}
    </QueryContent>
  )
}

/** The form that issues a token, in steps. It previews future payments and limits while the user types. */
function IssueForm({ projectId, chains }: { projectId: string; chains: readonly IssueChain[] }) {
  const trpc = useTRPC()
  const client = useQueryClient()
  const router = useRouter()
  const [step, setStep] = useState<IssueStep>('asset')
  const { control, handleSubmit, trigger, setError, formState } = useForm<IssueValues>({
    resolver: zodResolver(issueFormOf(chains)),
    defaultValues: { ...NEW_TOKEN, chainId: String(startChain(chains)?.chainId ?? '') },
    // An error disappears while its field is corrected. If it disappeared only on blur, the button would move away
    // under the click.
    mode: 'onChange',
  })
  const [tokenType, chainId] = useWatch({ control, name: ['tokenType', 'chainId'] })
  const chain = chosenChain(chains, { chainId })
  const shortfall = useRoleShortfall(projectId, 'developer', {
    includes: tokenType === 'YIELD_BEARING' ? 'tokenization.yield.manage' : 'tokenization.token.create',
  })
  const steps = stepsOf(tokenType)
  const at = steps.indexOf(step)
  const issue = useServerMutation(trpc.tokens.issue, {
    onSuccess: async (token) => {
      await client.invalidateQueries(trpc.tokens.list.pathFilter())
      // So that Back opens the list, and not a form that was already submitted.
      router.replace(paths.token(projectId, token.id))
    },
    onError: ({ data }) => showProblems(data?.errors ?? []),
  })
  /** Shows the server's errors at their fields, on the step of the first one. */
  function showProblems(errors: readonly string[]) {
    const problems = errors.flatMap((error) => toFieldProblem(error) ?? [])
    for (const { field, message } of problems) setError(field, { message })
    const [first] = problems
    if (first) setStep(stepOf(first.field))
  }
  const later = useLazyPart(laterSteps)
  const { preload } = later
  const { isDirty } = formState
  useEffect(() => {
    if (isDirty) preload()
  }, [isDirty, preload])
  async function goOn() {
    if (!(await trigger([...fieldsOf(step)], { shouldFocus: true }))) return
    if (await later.load()) setStep(steps[at + 1] ?? 'review')
  }
  const back = () => setStep(steps[at - 1] ?? 'asset')
  useLeaveGuard(at > 0, () => {
    if (!issue.isPending) back()
  })
  const section = useStepFocus(step)
  const isLast = step === 'review'
  return (
    <FormShell
      // Shown next to the button, because a long review is taller than the screen.
      error={null}
      onSubmit={isLast && chain ? handleSubmit((values) => issue.mutate(toIssueInput(projectId, values, chain))) : goOn}
    >
      <section
        ref={section}
        tabIndex={-1}
        aria-label={STEP_NAMES[step]}
        className="scroll-mt-20 space-y-4 outline-none"
      >
        <IssueSteps steps={steps} current={step} />
        <Card>
          {step === 'asset' ? <AssetFields control={control} chains={chains} /> : null}
          {step === 'limits' && later.module ? <later.module.LimitFields control={control} /> : null}
          {step === 'yield' && later.module ? <later.module.YieldFields control={control} /> : null}
          {step === 'review' && later.module && chain ? (
            <later.module.IssueReview projectId={projectId} control={control} chain={chain} />
          ) : null}
        </Card>
      </section>
      {later.phase === 'failed' ? <LoadFailure onRetry={() => void goOn()} onClose={later.forget} /> : null}
      <ProblemAlert problem={issue.problem} resolvePath={issue.resolvePath} />
      <div className="flex justify-between gap-3">
        {at === 0 ? (
          <LinkButton href={paths.tokens(projectId)}>Cancel</LinkButton>
        ) : (
          <Button disabled={issue.isPending} onClick={back}>
            Back
          </Button>
        )}
        <SubmitButton
          pending={issue.isPending || later.phase === 'slow'}
          disabledReason={shortfall}
          // The second click of a double click on the previous step must not issue a token that was not reviewed yet.
          onClick={(event) => {
            if (isLast && event.detail > 1) event.preventDefault()
          }}
        >
          {isLast ? 'Issue token' : 'Continue'}
        </SubmitButton>
      </div>
    </FormShell>
  )
}

/** Most tokens are contracts, so the first EVM chain is chosen. */
function startChain(chains: readonly IssueChain[]): IssueChain | undefined {
  return chains.find(({ chainType }) => chainType === 'EVM') ?? chains[0]
}

/** The steps of the form, with the current one. */
function IssueSteps({ steps, current }: { steps: readonly IssueStep[]; current: IssueStep }) {
  const at = steps.indexOf(current)
  return (
    <ol aria-label="Steps" className="flex flex-wrap gap-x-6 gap-y-2">
      {steps.map((step, n) => (
        <li
          key={step}
          aria-current={step === current ? 'step' : undefined}
          className={cn('flex items-center gap-2 text-sm', step === current ? 'font-medium' : 'text-muted-foreground')}
        >
          <span
            aria-hidden
            className={cn(
              'flex size-6 items-center justify-center rounded-full border text-xs',
              step === current && 'border-primary text-foreground',
              n < at && 'border-transparent bg-muted',
            )}
          >
            {n < at ? <Check className="size-3.5" /> : n + 1}
          </span>
          {STEP_NAMES[step]}
          {n < at ? <span className="sr-only">(done)</span> : null}
        </li>
      ))}
    </ol>
  )
}

/** Moves the focus and the scroll position to the start of each new step. */
function useStepFocus(step: string) {
  const section = useRef<HTMLElement>(null)
  const shown = useRef(step)
  useEffect(() => {
    if (shown.current === step) return
    shown.current = step
    section.current?.focus({ preventScroll: true })
    section.current?.scrollIntoView({ block: 'start' })
  }, [step])
  return section
}
