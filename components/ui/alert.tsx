import type { ReactNode } from 'react'
import { cn } from './cn'
import type { Tone } from './tone'
import { ToneIcon } from './tone-icon'

const TONES = {
  neutral: 'border-border bg-muted text-foreground',
  accent: 'border-accent-foreground/20 bg-accent text-accent-foreground',
  success: 'border-success-foreground/20 bg-success text-success-foreground',
  warning: 'border-warning-foreground/20 bg-warning text-warning-foreground',
  danger: 'border-danger-foreground/20 bg-danger text-danger-foreground',
} satisfies Record<Tone, string>

type AlertProps = {
  tone?: Tone
  title?: ReactNode
  actions?: ReactNode
  /** Reaches the edges of the frame it opens, as rows do. */
  flush?: boolean
  className?: string
  children?: ReactNode
}

/** A message in the flow of the page. Danger interrupts a screen reader, the other tones do not. */
export function Alert({ tone = 'accent', title, actions, flush, className, children }: AlertProps) {
  return (
    <div
      role={tone === 'danger' ? 'alert' : 'status'}
      className={cn(
        'flex flex-wrap gap-x-3 gap-y-2 border px-3.5 py-3',
        // A message of one line is centred beside its button.
        title && !children ? 'items-center' : 'items-start',
        flush ? 'border-x-0 border-t-0' : 'rounded-lg',
        TONES[tone],
        className,
      )}
    >
      <ToneIcon tone={tone} className={title && !children ? undefined : 'mt-0.5'} />
      <div className={cn('min-w-0 flex-1 break-words', actions && 'basis-48')}>
        {title ? <p className="font-semibold">{title}</p> : null}
        {children}
      </div>
      {actions ? <div className="flex flex-wrap items-center gap-2">{actions}</div> : null}
    </div>
  )
}
