'use client'

import { Switch as Base } from '@base-ui/react/switch'
import { cn } from './cn'

type SwitchProps = Omit<Base.Root.Props, 'className'> & { className?: string }

/** Takes effect at once. For a value that a form submits, use Checkbox. */
export function Switch({ className, ...rest }: SwitchProps) {
  return (
    <Base.Root
      {...rest}
      className={cn(
        'inline-flex h-6 w-10 shrink-0 items-center rounded-full bg-input p-0.5 transition-colors duration-150 data-checked:bg-primary data-disabled:cursor-not-allowed data-disabled:opacity-55',
        className,
      )}
    >
      <Base.Thumb className="size-5 rounded-full bg-white shadow-card transition-transform duration-150 data-checked:translate-x-4" />
    </Base.Root>
  )
}
