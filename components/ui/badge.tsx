import { cva } from 'class-variance-authority'
import type { ReactNode } from 'react'
import { cn } from './cn'
import type { Tone } from './tone'

const styles = cva(
  "inline-flex h-6 shrink-0 items-center gap-1.5 whitespace-nowrap rounded-sm px-2 font-medium text-xs [&_svg:not([class*='size-'])]:size-3.5",
  {
    variants: {
      tone: {
        neutral: 'bg-muted text-muted-foreground dark:text-foreground/85',
        accent: 'bg-accent text-accent-foreground',
        success: 'bg-success text-success-foreground',
        warning: 'bg-warning text-warning-foreground',
        danger: 'bg-danger text-danger-foreground',
      } satisfies Record<Tone, string>,
    },
    defaultVariants: { tone: 'neutral' },
  },
)

type BadgeProps = { tone?: Tone; icon?: ReactNode; className?: string; children: ReactNode }

/** A short fact about a thing. For states use StateBadge. */
export function Badge({ tone, icon, className, children }: BadgeProps) {
  return (
    <span className={cn(styles({ tone }), className)}>
      {icon}
      {children}
    </span>
  )
}
