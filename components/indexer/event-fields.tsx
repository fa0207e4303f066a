'use client'

import { useId } from 'react'
import { type Control, useController } from 'react-hook-form'
import { FormField } from '@/components/form/form-field'
import { Checkbox } from '@/components/ui/checkbox'
import { Textarea } from '@/components/ui/textarea'
import { EVENT_OPTIONS } from './indexer-looks'
import type { SubscriptionForm } from './subscription-form'

/** Which events: keys of the catalog, and declarations of one's own. */
export function EventFields({ control }: { control: Control<SubscriptionForm> }) {
  const { field, fieldState } = useController({ control, name: 'keys' })
  const errorId = useId()
  const toggle = (key: string, isChecked: boolean) =>
    field.onChange(isChecked ? [...field.value, key] : field.value.filter((other) => other !== key))
  return (
    <>
      <fieldset className="space-y-2" aria-describedby={fieldState.error ? errorId : undefined}>
        <legend className="mb-1.5 font-medium text-[0.8125rem]">Events</legend>
        <div className="grid gap-x-4 gap-y-2 sm:grid-cols-2">
          {EVENT_OPTIONS.map(({ value, label }) => (
            <Checkbox
              key={value}
              checked={field.value.includes(value)}
              onCheckedChange={(isChecked) => toggle(value, isChecked)}
            >
              {label}
            </Checkbox>
          ))}
        </div>
        {fieldState.error ? (
          <p id={errorId} className="font-medium text-[0.8125rem] text-danger-foreground">
            {fieldState.error.message}
          </p>
        ) : null}
      </fieldset>
      <FormField
        control={control}
        name="declarations"
        label="Events of your own"
        optional
        hint="One a line, as the contract declares them."
      >
        {(bound) => (
          <Textarea
            {...bound}
            rows={3}
            spellCheck={false}
            className="font-mono text-[0.8125rem]"
            placeholder="event Staked(address indexed user, uint256 amount)"
          />
        )}
      </FormField>
    </>
  )
}
