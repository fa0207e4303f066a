'use client'

import { Radio } from '@base-ui/react/radio'
import { RadioGroup } from '@base-ui/react/radio-group'
import { BILLING_CYCLES, type BillingCycle } from '@/schemas/payments/words'

const LABELS = { MONTHLY: 'Monthly', YEARLY: 'Yearly' } satisfies Record<BillingCycle, string>

type CycleSwitchProps = { value: BillingCycle; onChange: (cycle: BillingCycle) => void }

/** How often plans are paid: what the prices below are for. */
export function CycleSwitch({ value, onChange }: CycleSwitchProps) {
  return (
    <RadioGroup
      aria-label="Billing cycle"
      value={value}
      onValueChange={(next) => onChange(next)}
      className="inline-flex rounded-lg border bg-muted p-1"
    >
      {BILLING_CYCLES.map((cycle) => (
        <Radio.Root
          key={cycle}
          value={cycle}
          aria-label={LABELS[cycle]}
          className="h-8 cursor-default select-none rounded-md px-4 font-medium text-muted-foreground text-sm leading-8 transition-colors duration-150 hover:text-foreground data-checked:bg-surface data-checked:text-foreground data-checked:shadow-card dark:data-checked:bg-raised"
        >
          {LABELS[cycle]}
        </Radio.Root>
      ))}
    </RadioGroup>
  )
}
