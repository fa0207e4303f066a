'use client'

import { type Control, useController } from 'react-hook-form'
import { CheckboxFieldset } from '@/components/form/checkbox-fieldset'
import { Checkbox } from '@/components/ui/checkbox'
import type { PlanValues } from './plan-values'

type CapabilityPickerProps = { control: Control<PlanValues>; options: readonly string[] }

/** The capabilities a product sells, those of the plan ticked. */
export function CapabilityPicker({ control, options }: CapabilityPickerProps) {
  const { field, fieldState } = useController({ control, name: 'capabilities' })
  const { value, onChange } = field
  return (
    <CheckboxFieldset legend="Capabilities" error={fieldState.error?.message}>
      <div className="grid gap-2 rounded-md border p-3 sm:grid-cols-2">
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
    </CheckboxFieldset>
  )
}
