'use client'

import { Search } from 'lucide-react'
import { useState } from 'react'
import { Button } from '@/components/ui/button'
import { PlainInput } from '@/components/ui/plain-input'

type FilterSearchProps = {
  label: string
  placeholder: string
  value: string
  maxLength?: number
  /** The pattern of the text, as in HTML. The browser reports a mismatch. `placeholder` is an example. */
  pattern?: string
  onSearch: (value: string) => void
}

/** Searches on Enter or the button, so that a half-typed hash sends no query. */
export function FilterSearch({ label, placeholder, value, maxLength = 120, pattern, onSearch }: FilterSearchProps) {
  const [field, setField] = useState({ value, resets: 0 })
  if (field.value !== value) setField({ value, resets: field.resets + 1 })
  return (
    <search aria-label={label} className="w-full sm:w-auto sm:min-w-60 sm:max-w-123 sm:flex-1">
      <form
        // A value from elsewhere (back button, "clear") resets the field. One from the field keeps its focus.
        key={field.resets}
        className="flex gap-2"
        onSubmit={(event) => {
          event.preventDefault()
          const text = String(new FormData(event.currentTarget).get('search') ?? '').trim()
          setField({ ...field, value: text })
          onSearch(text)
        }}
      >
        <PlainInput
          type="search"
          name="search"
          defaultValue={value}
          aria-label={label}
          placeholder={placeholder}
          autoComplete="off"
          spellCheck={false}
          maxLength={maxLength}
          pattern={pattern}
          title={pattern && placeholder}
          className="min-w-0"
        />
        <Button type="submit" size="icon" aria-label="Search">
          <Search aria-hidden />
        </Button>
      </form>
    </search>
  )
}
