'use client'

import { Checkbox as Base } from '@base-ui/react/checkbox'
import { Check, Minus } from 'lucide-react'
import type { ReactNode } from 'react'
import { cn } from './cn'

type CheckboxProps = Omit<Base.Root.Props, 'className' | 'children'> & { className?: string; children?: ReactNode }

/** With children it renders its own label; without, give it `aria-label`. */
export function Checkbox({ className, children, ...rest }: CheckboxProps) {
  const box = (
    <Base.Root
      {...rest}
      className={cn(
        'relative flex size-4.5 shrink-0 items-center justify-center rounded border border-input bg-surface shadow-card transition-colors after:absolute after:-inset-1 hover:border-muted-foreground data-checked:border-primary data-indeterminate:border-primary data-checked:bg-primary data-indeterminate:bg-primary data-disabled:opacity-55',
        className,
      )}
    >
      <Base.Indicator className="text-primary-foreground data-unchecked:hidden">
        {rest.indeterminate ? (
          <Minus className="size-3.5" strokeWidth={3} />
        ) : (
          <Check className="size-3.5" strokeWidth={3} />
        )}
      </Base.Indicator>
    </Base.Root>
  )
  if (children === undefined) return box
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: the Base UI checkbox inside is the labelled control.
    <label className="flex min-h-6 items-start gap-2.5 text-sm">
      <span className="flex h-5 items-center">{box}</span>
      <span>{children}</span>
    </label>
  )
}
