'use client'

import { RefreshCw } from 'lucide-react'
import { useId } from 'react'
import { v4 as uuid } from 'uuid'
import { Button } from '@/components/ui/button'
import { Input } from '@/components/ui/input'
import { Label } from '@/components/ui/label'
import { Select } from '@/components/ui/select'
import { InlineCode } from './inline-code'
import type { Parameter } from './read-reference'

type ParameterInputProps = { parameter: Parameter; value: string; onValueChange: (value: string) => void }

/** One parameter of a call. Headers are keys of the caller's making, so a new one is a click away. */
export function ParameterInput({ parameter, value, onValueChange }: ParameterInputProps) {
  const id = useId()
  const hint = parameter.description ?? parameter.rules.join(' · ')
  return (
    <div className="space-y-1.5">
      <Label htmlFor={id}>
        <span className="font-mono">{parameter.name}</span>
        <span className="ml-1.5 font-normal text-muted-foreground">
          in {parameter.location}
          {parameter.required ? '' : ', optional'}
        </span>
      </Label>
      <div className="flex gap-2">
        {parameter.choices.length > 1 ? (
          <Select
            id={id}
            options={[
              ...(parameter.required ? [] : [{ value: '', label: 'Not sent' }]),
              ...parameter.choices.map((choice) => ({ value: choice, label: choice })),
            ]}
            value={value}
            onValueChange={onValueChange}
          />
        ) : (
          <Input
            id={id}
            mono
            autoComplete="off"
            required={parameter.required}
            aria-describedby={hint ? `${id}-hint` : undefined}
            value={value}
            onChange={(event) => onValueChange(event.target.value)}
          />
        )}
        {parameter.location === 'header' ? (
          <Button size="icon" aria-label={`New ${parameter.name}`} onClick={() => onValueChange(uuid())}>
            <RefreshCw aria-hidden />
          </Button>
        ) : null}
      </div>
      {hint ? (
        <p id={`${id}-hint`} className="break-words text-[0.8125rem] text-muted-foreground">
          <InlineCode text={hint} />
        </p>
      ) : null}
    </div>
  )
}
