'use client'

import { type Control, useController } from 'react-hook-form'
import { CheckboxFieldset } from '@/components/form/checkbox-fieldset'
import { Checkbox } from '@/components/ui/checkbox'
import { EVENT_FAMILIES, PROJECT_EVENT_KINDS } from '@/schemas/webhooks/words'
import type { EndpointForm, SubscribedEvent } from './endpoint-form'

/** The events of an endpoint: whole families, or single kinds of the other families. */
export function EndpointEventsField({ control }: { control: Control<EndpointForm> }) {
  const { field, fieldState } = useController({ control, name: 'events' })
  const toggle = (event: SubscribedEvent, isChecked: boolean) => {
    const others = field.value.filter((other) => other !== event && !isOfFamily(other, event))
    field.onChange(isChecked ? [...others, event] : others)
  }
  const kinds = PROJECT_EVENT_KINDS.filter((kind) => !field.value.some((chosen) => isOfFamily(kind, chosen)))
  return (
    <CheckboxFieldset legend="Events" error={fieldState.error?.message}>
      {EVENT_FAMILIES.map((family) => (
        <Checkbox
          key={family}
          checked={field.value.includes(family)}
          onCheckedChange={(isChecked) => toggle(family, isChecked)}
        >
          All of <code className="font-mono text-[0.8125rem]">{family}</code>, including future events
        </Checkbox>
      ))}
      <div className="grid gap-x-4 gap-y-2 sm:grid-cols-2">
        {kinds.map((kind) => (
          <Checkbox
            key={kind}
            checked={field.value.includes(kind)}
            onCheckedChange={(isChecked) => toggle(kind, isChecked)}
          >
            <code className="font-mono text-[0.8125rem]">{kind}</code>
          </Checkbox>
        ))}
      </div>
    </CheckboxFieldset>
  )
}

function isOfFamily(kind: string, family: string): boolean {
  return family.endsWith('.*') && kind !== family && kind.startsWith(family.slice(0, -1))
}
