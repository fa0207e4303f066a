'use client'

import { Select as Base } from '@base-ui/react/select'
import { Check, ChevronsUpDown } from 'lucide-react'
import type { ReactNode } from 'react'
import { cn } from './cn'
import { controlStyles } from './control-styles'
import { popupStyles } from './popup-styles'

export type SelectOption<V extends string> = { value: V; label: ReactNode; hint?: ReactNode }

type SelectProps<V extends string> = {
  options: readonly SelectOption<V>[]
  value: V | null
  onValueChange: (value: V) => void
  placeholder?: string
  disabled?: boolean
  id?: string
  name?: string
  className?: string
  'aria-label'?: string
}

/** One value out of a short list. Inside FormField it takes its label from there; else give it `aria-label`. */
export function Select<V extends string>(props: SelectProps<V>) {
  const { options, value, onValueChange, placeholder = 'Select…', className, ...rest } = props
  return (
    <Base.Root
      items={options}
      value={value}
      onValueChange={(next) => next !== null && onValueChange(next)}
      disabled={rest.disabled}
      name={rest.name}
      id={rest.id}
    >
      <Base.Trigger
        aria-label={rest['aria-label']}
        className={cn(controlStyles, 'flex h-9 items-center justify-between gap-2 pr-2 text-left', className)}
      >
        <Base.Value placeholder={placeholder} className="truncate data-placeholder:text-muted-foreground" />
        <Base.Icon className="text-muted-foreground">
          <ChevronsUpDown className="size-4" />
        </Base.Icon>
      </Base.Trigger>
      <Base.Portal>
        <Base.Positioner sideOffset={4} alignItemWithTrigger={false} className="z-50 outline-none">
          <Base.Popup className={cn(popupStyles, 'max-h-(--available-height) min-w-(--anchor-width) overflow-y-auto')}>
            {options.map((option) => (
              <Base.Item
                key={option.value}
                value={option.value}
                className="flex min-h-8 items-center gap-2 rounded px-2 py-1.5 text-sm outline-none data-highlighted:bg-muted"
              >
                <span className="flex size-4 items-center justify-center text-accent-foreground">
                  <Base.ItemIndicator>
                    <Check className="size-4" />
                  </Base.ItemIndicator>
                </span>
                <span className="min-w-0">
                  <Base.ItemText>{option.label}</Base.ItemText>
                  {option.hint ? <span className="block text-muted-foreground text-xs">{option.hint}</span> : null}
                </span>
              </Base.Item>
            ))}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}
