'use client'

import type { Control } from 'react-hook-form'
import { FormField } from '@/components/form/form-field'
import { SelectField } from '@/components/form/select-field'
import { TextField } from '@/components/form/text-field'
import { Textarea } from '@/components/ui/textarea'
import type { ContractValues } from './contract-body'
import { type Parameter, typeText } from './read-abi'
import { kindOf, toArgument } from './to-argument'

const CHOICES = [
  { value: 'true', label: 'true' },
  { value: 'false', label: 'false' },
]

type ArgumentFieldProps = {
  control: Control<ContractValues>
  parameter: Parameter
  /** Its position among the parameters. */
  position: number
}

/** One argument, by its type. */
export function ArgumentField({ control, parameter, position }: ArgumentFieldProps) {
  const kind = kindOf(parameter)
  const field = {
    control,
    name: `args.${position}`,
    label: parameter.name || `Argument ${position + 1}`,
    hint: <code className="break-all font-mono">{typeText(parameter)}</code>,
    rules: {
      validate: (text: unknown) => {
        const read = toArgument(parameter, String(text ?? ''))
        return 'problem' in read ? read.problem : true
      },
    },
  } as const
  if (kind === 'bool') return <SelectField {...field} options={CHOICES} />
  if (kind === 'json') {
    return (
      <FormField {...field}>
        {(bound) => <Textarea {...bound} value={bound.value ?? ''} rows={3} spellCheck={false} className="font-mono" />}
      </FormField>
    )
  }
  return (
    <TextField
      {...field}
      mono={kind !== 'string'}
      inputMode={kind === 'integer' ? 'numeric' : undefined}
      placeholder={kind === 'address' || kind === 'bytes' ? '0x…' : undefined}
      autoComplete="off"
      spellCheck={false}
    />
  )
}
