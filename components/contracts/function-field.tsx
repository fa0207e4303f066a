'use client'

import type { Control } from 'react-hook-form'
import { FormField } from '@/components/form/form-field'
import { Select } from '@/components/ui/select'
import type { ContractValues } from './contract-body'
import type { ContractFunction } from './read-abi'

type FunctionFieldProps = {
  control: Control<ContractValues>
  functions: readonly ContractFunction[]
  /** Its arguments are others then. */
  onChoose: () => void
}

/** The functions of the ABI, by name. */
export function FunctionField({ control, functions, onChoose }: FunctionFieldProps) {
  return (
    <FormField control={control} name="signature" label="Function">
      {({ value, onChange }) => (
        // The hidden input behind it would count as one more line of the field.
        <div>
          <Select
            value={functions.some(({ signature }) => signature === value) ? value : null}
            onValueChange={(chosen) => {
              onChange(chosen)
              onChoose()
            }}
            placeholder="Choose a function"
            aria-label="Function"
            options={functions.map(({ signature, isRead }) => ({
              value: signature,
              label: <span className="break-all font-mono text-[0.8125rem]">{signature}</span>,
              hint: isRead ? 'Read' : 'Call: makes a transaction',
            }))}
          />
        </div>
      )}
    </FormField>
  )
}
