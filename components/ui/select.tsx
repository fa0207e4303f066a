'use client'

import { Select as Base } from '@base-ui/react/select'
import { Check, ChevronsUpDown } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { cn } from './cn'
import { optionStyles, popupStyles } from './popup-styles'
import { SELECT_PLACEHOLDER, type SelectProps, selectTriggerStyles } from './select-props'

/** One value out of a short list. Inside FormField it takes its label from there; else give it `aria-label`. */
export function Select<V extends string>(props: SelectProps<V> & { opensAtOnce?: boolean }) {
  const { options, value, onValueChange, placeholder = SELECT_PLACEHOLDER, className, opensAtOnce, ...rest } = props
  const trigger = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (opensAtOnce) trigger.current?.focus()
  }, [opensAtOnce])
  return (
    <Base.Root
      defaultOpen={opensAtOnce}
      items={options}
      value={value}
      onValueChange={(next) => next !== null && onValueChange(next)}
      disabled={rest.disabled}
      name={rest.name}
      id={rest.id}
    >
      <Base.Trigger ref={trigger} aria-label={rest['aria-label']} className={cn(selectTriggerStyles, className)}>
        <Base.Value placeholder={placeholder} className="truncate data-placeholder:text-muted-foreground" />
        <Base.Icon className="text-muted-foreground">
          <ChevronsUpDown className="size-4" />
        </Base.Icon>
      </Base.Trigger>
      <Base.Portal>
        <Base.Positioner sideOffset={4} alignItemWithTrigger={false} className="z-50 outline-none">
          <Base.Popup className={cn(popupStyles, 'max-h-(--available-height) min-w-(--anchor-width) overflow-y-auto')}>
            {options.map((option) => (
              <Base.Item key={option.value} value={option.value} className={optionStyles}>
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
