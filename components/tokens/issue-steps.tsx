import { Check } from 'lucide-react'
import { cn } from '@/components/ui/cn'
import { type IssueStep, STEP_NAMES } from './wizard-steps'

/** Where in the form one is. */
export function IssueSteps({ steps, current }: { steps: readonly IssueStep[]; current: IssueStep }) {
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
