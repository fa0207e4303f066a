'use client'

import { Checkbox } from '@/components/ui/checkbox'

type CapabilityPickerProps = {
  options: readonly string[]
  value: readonly string[]
  onChange: (value: string[]) => void
}

/** The capabilities a product sells, those of the plan ticked. */
export function CapabilityPicker({ options, value, onChange }: CapabilityPickerProps) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: the field around it already draws the label a fieldset would repeat.
    <div role="group" aria-label="Capabilities" className="grid gap-2 rounded-md border p-3 sm:grid-cols-2">
      {options.map((option) => (
        <Checkbox
          key={option}
          checked={value.includes(option)}
          onCheckedChange={(checked) =>
            onChange(checked ? [...value, option] : value.filter((capability) => capability !== option))
          }
        >
          <span className="break-all font-mono text-[0.8125rem]">{option}</span>
        </Checkbox>
      ))}
    </div>
  )
}
