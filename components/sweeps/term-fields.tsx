'use client'

import { type Control, useWatch } from 'react-hook-form'
import { AmountField } from '@/components/form/amount-field'
import { SelectField } from '@/components/form/select-field'
import { TextField } from '@/components/form/text-field'
import type { TermValues } from './rule-form'

const WHEN = [
  { value: 'arrival', label: 'When funds arrive' },
  { value: 'daily', label: 'Daily at an hour' },
] as const

/** The terms of a sweep rule that can be changed: the threshold, the amount that stays, and when it runs. */
export function TermFields({ control, unit }: { control: Control<TermValues>; unit: string }) {
  const when = useWatch({ control, name: 'when' })
  return (
    <>
      <div className="grid gap-4 sm:grid-cols-2">
        <AmountField
          control={control}
          name="threshold"
          label="Threshold"
          unit={unit}
          hint="A sweep moves at least this."
        />
        <AmountField control={control} name="keep" label="Keep in wallet" unit={unit} />
      </div>
      <SelectField control={control} name="when" label="When" options={WHEN} />
      {when === 'daily' ? (
        <div className="grid gap-4 sm:grid-cols-2">
          <TextField control={control} name="at" label="Time" placeholder="22:00" />
          <TextField control={control} name="timeZone" label="Time zone" hint="Daylight saving time is followed." />
        </div>
      ) : null}
    </>
  )
}
