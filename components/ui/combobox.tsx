'use client'

import { Combobox as Base } from '@base-ui/react/combobox'
import { Check, ChevronsUpDown } from 'lucide-react'
import { useRef, useState } from 'react'
import { cn } from './cn'
import { controlStyles } from './control-styles'
import { optionStyles, popupStyles } from './popup-styles'

type ComboboxOption = { value: string; label: string; hint?: string }

type ComboboxProps = {
  id?: string
  'aria-label': string
  /** The options that match the typed text. The selected option need not be among them. */
  options: readonly ComboboxOption[]
  value: ComboboxOption | null
  onValueChange: (value: ComboboxOption) => void
  /** Called with the text after typing pauses, and with nothing when the list opens again. */
  onSearch: (text: string) => void
  placeholder?: string
  /** The text above the options: "Searching…", or the failure. */
  status?: string | null
  /** The text in place of the options when there are none. */
  empty: string
}

const PAUSE_MS = 200

/** One value out of a list too long to show: its options are searched for elsewhere, while the reader types. */
export function Combobox(props: ComboboxProps) {
  const { options, value, onValueChange, onSearch, placeholder, status, empty } = props
  const [typed, setTyped] = useState<string | null>(null)
  const pause = useRef<ReturnType<typeof setTimeout>>(undefined)
  function search(text: string, waitMs: number) {
    clearTimeout(pause.current)
    pause.current = setTimeout(() => onSearch(text.trim()), waitMs)
  }
  return (
    <Base.Root
      items={options}
      filter={null}
      value={value}
      isItemEqualToValue={(one: ComboboxOption, other: ComboboxOption) => one.value === other.value}
      itemToStringLabel={(option: ComboboxOption) => option.label}
      inputValue={typed ?? value?.label ?? ''}
      onInputValueChange={(text, { reason }) => {
        if (reason !== 'input-change' && reason !== 'input-clear') return
        setTyped(text)
        search(text, PAUSE_MS)
      }}
      onValueChange={(next: ComboboxOption | null) => {
        if (next) onValueChange(next)
      }}
      onOpenChange={(open) => {
        // When the list closes without a choice, the field shows the selected option again.
        setTyped(null)
        if (open) search('', 0)
      }}
    >
      <Base.InputGroup className="relative">
        <Base.Input
          id={props.id}
          aria-label={props['aria-label']}
          placeholder={placeholder}
          spellCheck={false}
          onFocus={(event) => event.currentTarget.select()}
          className={cn(controlStyles, 'h-9 pr-9')}
        />
        <Base.Icon className="pointer-events-none absolute inset-y-0 right-2 flex items-center text-muted-foreground">
          <ChevronsUpDown className="size-4" />
        </Base.Icon>
      </Base.InputGroup>
      <Base.Portal>
        <Base.Positioner sideOffset={4} className="z-50 outline-none">
          <Base.Popup
            className={cn(popupStyles, 'max-h-[min(20rem,var(--available-height))] w-(--anchor-width) overflow-y-auto')}
          >
            <Base.Status className="px-2 py-1.5 text-[0.8125rem] text-muted-foreground empty:hidden">
              {status}
            </Base.Status>
            <Base.Empty className="px-2 py-1.5 text-[0.8125rem] text-muted-foreground empty:hidden">
              {status ? null : empty}
            </Base.Empty>
            <Base.List>
              {(option: ComboboxOption) => (
                <Base.Item key={option.value} value={option} className={optionStyles}>
                  <span className="flex size-4 shrink-0 items-center justify-center text-accent-foreground">
                    <Base.ItemIndicator>
                      <Check className="size-4" />
                    </Base.ItemIndicator>
                  </span>
                  <span className="min-w-0">
                    {option.label}
                    {option.hint ? (
                      <span className="block truncate text-muted-foreground text-xs">{option.hint}</span>
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
