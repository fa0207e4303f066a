'use client'

import { Autocomplete as Base } from '@base-ui/react/autocomplete'
import { type Ref, useState } from 'react'
import { cn } from './cn'
import { controlStyles } from './control-styles'
import { optionStyles, popupStyles } from './popup-styles'

export type Suggestion = { value: string; label: string; hint?: string }

type SuggestedInputProps = {
  value: string
  onValueChange: (value: string) => void
  onBlur?: () => void
  /** The suggestions that match the value. */
  suggestions: readonly Suggestion[]
  placeholder?: string
  mono?: boolean
  ref?: Ref<HTMLInputElement>
}

/** A text of any kind, with known ones to choose from. Inside FormField it takes its label from there. */
export function SuggestedInput({ value, onValueChange, suggestions, mono, ...input }: SuggestedInputProps) {
  const [isOpen, setOpen] = useState(false)
  return (
    <Base.Root
      items={suggestions}
      filter={null}
      openOnInputClick
      // An open list takes the rest of the form from screen readers, also an empty one.
      open={isOpen && suggestions.length > 0}
      onOpenChange={setOpen}
      value={value}
      onValueChange={onValueChange}
      itemToStringValue={(suggestion: Suggestion) => suggestion.value}
    >
      <Base.Input
        {...input}
        autoComplete="off"
        spellCheck={false}
        className={cn(controlStyles, 'h-9', mono && 'font-mono text-[0.8125rem]')}
      />
      <Base.Portal>
        <Base.Positioner sideOffset={4} className="z-50 outline-none">
          <Base.Popup
            className={cn(popupStyles, 'max-h-[min(20rem,var(--available-height))] w-(--anchor-width) overflow-y-auto')}
          >
            <Base.List>
              {(suggestion: Suggestion) => (
                <Base.Item key={suggestion.value} value={suggestion} className={optionStyles}>
                  <span className="min-w-0">
                    <span className="block truncate">{suggestion.label}</span>
                    {suggestion.hint ? (
                      <span className="block truncate text-muted-foreground text-xs">{suggestion.hint}</span>
                    ) : null}
                  </span>
                </Base.Item>
              )}
            </Base.List>
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}
