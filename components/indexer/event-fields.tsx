'use client'

import { type Control, useController } from 'react-hook-form'
import { CheckboxFieldset } from '@/components/form/checkbox-fieldset'
import { FormField } from '@/components/form/form-field'
import { Checkbox } from '@/components/ui/checkbox'
import { Textarea } from '@/components/ui/textarea'
import type { AddressType } from '@/schemas/addresses/contract'
import { isSolanaKey } from '@/schemas/indexer/words'
import { EVENT_OPTIONS } from './indexer-displays'
import type { SubscriptionForm } from './subscription-form'

type EventFieldsProps = { control: Control<SubscriptionForm>; chainType: AddressType }

/** The events: keys of the catalog that the chain has, and the project's own declarations where contracts emit them. */
export function EventFields({ control, chainType }: EventFieldsProps) {
  const { field, fieldState } = useController({ control, name: 'keys' })
  const options = EVENT_OPTIONS.filter(({ value }) => chainType === 'EVM' || isSolanaKey(value))
  const toggle = (key: string, isChecked: boolean) =>
    field.onChange(isChecked ? [...field.value, key] : field.value.filter((other) => other !== key))
  return (
    <>
      <CheckboxFieldset legend="Events" error={fieldState.error?.message}>
        <div className="grid gap-x-4 gap-y-2 sm:grid-cols-2">
          {options.map(({ value, label }) => (
            <Checkbox
              key={value}
              checked={field.value.includes(value)}
              onCheckedChange={(isChecked) => toggle(value, isChecked)}
            >
              {label}
            </Checkbox>
          ))}
        </div>
      </CheckboxFieldset>
      {chainType === 'EVM' ? <Declarations control={control} /> : null}
    </>
  )
}

function Declarations({ control }: { control: Control<SubscriptionForm> }) {
  return (
    <FormField
      control={control}
      name="declarations"
      label="Custom events"
      optional
      hint="One event per line, as the contract declares it."
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
  )
}
