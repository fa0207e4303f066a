import { Check, type LucideIcon, Minus, X } from 'lucide-react'
import type { ReactNode } from 'react'
import { cn } from './cn'
import { shortDuration } from './short-duration'
import { Spinner } from './spinner'
import { Time } from './time'

export type StepState = 'done' | 'current' | 'pending' | 'failed' | 'skipped'

export type TimelineStep = {
  id: string
  title: ReactNode
  state: StepState
  at?: Date | string | null
  children?: ReactNode
}

const DISPLAYS = {
  done: { mark: 'bg-success text-success-foreground', line: 'bg-success-solid/45', word: 'done', icon: Check },
  current: {
    mark: 'bg-accent text-accent-foreground ring-2 ring-primary',
    line: 'bg-border-strong',
    word: 'in progress',
  },
  pending: { mark: 'border border-border-strong bg-surface', line: 'bg-border-strong', word: 'upcoming' },
  failed: { mark: 'bg-danger text-danger-foreground', line: 'bg-border-strong', word: 'failed', icon: X },
  skipped: { mark: 'bg-muted text-muted-foreground', line: 'bg-border-strong', word: 'skipped', icon: Minus },
} satisfies Record<StepState, { mark: string; line: string; word: string; icon?: LucideIcon }>

/** The past steps in order, and the upcoming ones. */
export function Timeline({ steps, label }: { steps: readonly TimelineStep[]; label: string }) {
  return (
    <ol aria-label={label}>
      {steps.map((step, index) => {
        const display = DISPLAYS[step.state]
        const isLast = index === steps.length - 1
        return (
          <li key={step.id} className={cn('relative flex gap-3.5', !isLast && 'pb-5')}>
            {isLast ? null : (
              <span
                aria-hidden
                className={cn('absolute top-7 bottom-1 left-[0.6875rem] w-0.5 rounded-full', display.line)}
              />
            )}
            <span
              className={cn('relative flex size-6 shrink-0 items-center justify-center rounded-full', display.mark)}
            >
              <Mark state={step.state} />
              <span className="sr-only">({display.word})</span>
            </span>
            <div className="min-w-0 flex-1 pt-0.5">
              <div className="flex flex-wrap items-baseline justify-between gap-x-4">
                <p className={cn('font-medium', step.state === 'pending' && 'text-muted-foreground')}>{step.title}</p>
                {step.at ? (
                  <span className="whitespace-nowrap text-muted-foreground text-xs">
                    <Time value={step.at} />
                    {after(steps, index)}
                  </span>
                ) : null}
              </div>
              {step.children ? <div className="mt-1 text-muted-foreground">{step.children}</div> : null}
            </div>
          </li>
        )
      })}
    </ol>
  )
}

/**
 * The time since the previous step: `· +1.2 s`. Empty for the first step, and for steps that are not in the order of
 * time.
 */
function after(steps: readonly TimelineStep[], index: number): string | null {
  const at = steps[index]?.at
  const before = steps.slice(0, index).findLast((step) => step.at)?.at
  if (!at || !before) return null
  const ms = new Date(at).getTime() - new Date(before).getTime()
  return ms < 0 ? null : ` · +${shortDuration(ms)}`
}

function Mark({ state }: { state: StepState }) {
  if (state === 'current') return <Spinner className="size-3.5" />
  const display = DISPLAYS[state]
  if (!('icon' in display)) return null
  return <display.icon aria-hidden className="size-3.5" strokeWidth={2.5} />
}
