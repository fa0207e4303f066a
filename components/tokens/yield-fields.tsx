'use client'

import { type Control, useController, useWatch } from 'react-hook-form'
import { SelectField } from '@/components/form/select-field'
import { TextField } from '@/components/form/text-field'
import { Checkbox } from '@/components/ui/checkbox'
import { COUPON_INTERVALS, DAY_COUNTS } from '@/schemas/tokens/words'
import type { IssueValues } from './issue-values'
import { SchedulePreview } from './schedule-preview'
import { intervalText } from './yield-facts'

/** The yield terms of the token, with the coupons that follow from them. */
export function YieldFields({ control }: { control: Control<IssueValues> }) {
  const { field: callable } = useController({ control, name: 'callable' })
  const isCallable = useWatch({ control, name: 'callable' })
  return (
    <div className="space-y-5">
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField
          control={control}
          name="annualRate"
          label="Annual rate (%)"
          inputMode="decimal"
          autoComplete="off"
          placeholder="12.5"
        />
        <TextField
          control={control}
          name="faceValuePerToken"
          label="Face value"
          inputMode="decimal"
          autoComplete="off"
          hint="Per token, in the payment token (USDC)"
        />
        <TextField control={control} name="firstCouponDate" label="First coupon date" type="date" />
        <TextField control={control} name="maturityDate" label="Maturity date" type="date" />
        <SelectField
          control={control}
          name="couponInterval"
          label="Coupon interval"
          options={COUPON_INTERVALS.map((months) => ({ value: String(months), label: intervalText(months) }))}
        />
        <SelectField
          control={control}
          name="dayCount"
          label="Day count"
          options={DAY_COUNTS.map((value) => ({ value, label: value.replace('_', '/') }))}
        />
        <TextField
          control={control}
          name="gracePeriod"
          label="Grace period (days)"
          inputMode="numeric"
          autoComplete="off"
          hint="From the pay date until an unpaid coupon is in default"
        />
        <div className="space-y-3 sm:pt-7">
          <Checkbox checked={callable.value} onCheckedChange={callable.onChange}>
            Callable before maturity
          </Checkbox>
          {isCallable ? <TextField control={control} name="callDate" label="Callable from" type="date" /> : null}
        </div>
      </div>
      <SchedulePreview control={control} />
    </div>
  )
}
