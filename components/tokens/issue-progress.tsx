import { Check } from 'lucide-react'
import { cn } from '@/components/ui/cn'
import { type IssueStep, STEP_NAMES } from './issue-steps'

/** Where one is on the way to a token. */
export function IssueProgress({ steps, step }: { steps: readonly IssueStep[]; step: IssueStep }) {
  const at = steps.indexOf(step)
  return (
    <ol aria-label="Steps" className="flex flex-wrap gap-x-6 gap-y-2 text-[0.8125rem]">
      {steps.map((one, n) => (
        <li
          key={one}
          aria-current={one === step ? 'step' : undefined}
          className={cn('flex items-center gap-2', one === step ? 'font-semibold' : 'text-muted-foreground')}
        >
          <span
            aria-hidden
            className={cn(
              'flex size-6 items-center justify-center rounded-full border text-xs',
              one === step && 'border-primary bg-primary text-primary-foreground',
            )}
          >
            {n < at ? <Check className="size-3.5" /> : n + 1}
          </span>
          {STEP_NAMES[one]}
          {n < at ? <span className="sr-only"> (done)</span> : null}
        </li>
      ))}
    </ol>
  )
}
