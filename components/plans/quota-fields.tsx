'use client'

import { type Control, useWatch } from 'react-hook-form'
import { TextField } from '@/components/form/text-field'
import { isUsageKind, meteredLabel } from '@/schemas/usage/words'
import type { PlanValues } from './plan-values'

/** The monthly quota of each metered use in a plan, and the cost of one use in credits. */
export function QuotaFields({ control }: { control: Control<PlanValues> }) {
  const uses = useWatch({ control, name: 'uses' })
  return (
    <fieldset className="space-y-3">
      <legend className="mb-1.5 font-medium text-[0.8125rem]">Included per month</legend>
      <p className="text-[0.8125rem] text-muted-foreground">
        Leave empty for no limit. 0 includes none. A credits quota counts each use by its cost in credits.
      </p>
      <ul className="space-y-3">
        {uses.map(({ name }, n) => (
          <li key={name} className="grid items-start gap-3 sm:grid-cols-2">
            <TextField
              control={control}
              name={`uses.${n}.limit`}
              label={meteredLabel(name)}
              inputMode="numeric"
              autoComplete="off"
              placeholder="No limit"
            />
            {isUsageKind(name) ? (
              <TextField
                control={control}
                name={`uses.${n}.rate`}
                label={`Credits per use of ${meteredLabel(name)}`}
                inputMode="numeric"
                autoComplete="off"
                placeholder="None"
              />
            ) : null}
          </li>
        ))}
      </ul>
    </fieldset>
  )
}
