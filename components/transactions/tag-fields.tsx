'use client'

import { Plus, X } from 'lucide-react'
import { type Control, useFieldArray, useFormState } from 'react-hook-form'
import { TextField } from '@/components/form/text-field'
import { Button } from '@/components/ui/button'
import { MAX_METADATA_KEYS } from '@/server/text/tags'
import type { SendValues } from './transfer-call'

/** A reference and metadata, which a transaction and its webhooks have. */
export function TagFields({ control }: { control: Control<SendValues> }) {
  const { fields, append, remove } = useFieldArray({ control, name: 'metadata' })
  const { errors } = useFormState({ control, name: 'metadata' })
  const problem = errors.metadata?.root?.message ?? null
  return (
    <div className="mt-3 space-y-4">
      <TextField
        control={control}
        name="reference"
        label="Reference"
        optional
        hint="Your own id for the transfer, unique in the project. It stays used, also after a failure."
        autoComplete="off"
      />
      <div className="space-y-3">
        {fields.map(({ id }, n) => (
          <fieldset key={id} className="flex items-start gap-2">
            <legend className="sr-only">Metadata {n + 1}</legend>
            <div className="grid min-w-0 flex-1 grid-cols-2 gap-3">
              <TextField control={control} name={`metadata.${n}.key`} label="Key" autoComplete="off" />
              <TextField control={control} name={`metadata.${n}.value`} label="Value" autoComplete="off" />
            </div>
            <Button
              variant="ghost"
              size="icon-sm"
              className="mt-6"
              aria-label={`Remove metadata ${n + 1}`}
              onClick={() => remove(n)}
            >
              <X aria-hidden />
            </Button>
          </fieldset>
        ))}
        {problem ? (
          <p role="alert" className="font-medium text-[0.8125rem] text-danger-foreground">
            {problem}
          </p>
        ) : null}
        <Button
          size="sm"
          icon={<Plus aria-hidden />}
          disabledReason={fields.length >= MAX_METADATA_KEYS && `At most ${MAX_METADATA_KEYS} keys`}
          onClick={() => append({ key: '', value: '' })}
        >
          Add metadata
        </Button>
        <p className="text-[0.8125rem] text-muted-foreground">
          Metadata is your own data. Webhooks carry it, so keep secrets out.
        </p>
      </div>
    </div>
  )
}
