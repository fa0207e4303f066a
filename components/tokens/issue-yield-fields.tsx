'use client'

import { type Control, useWatch } from 'react-hook-form'
import { AddressField } from '@/components/form/address-field'
import { FormField } from '@/components/form/form-field'
import { SelectField } from '@/components/form/select-field'
import { TextField } from '@/components/form/text-field'
import { Checkbox } from '@/components/ui/checkbox'
import { COUPON_INTERVALS, DAY_COUNTS } from '@/server/tokens/words'
import { CouponPreview } from './coupon-preview'
import type { IssueForm } from './issue-form'
import type { IssueChain } from './to-issue-chains'
import { intervalText } from './yield-facts'

type YieldFieldsProps = { control: Control<IssueForm>; chains: readonly IssueChain[] }

/** What the token pays and when, with the schedule that follows from it. */
export function IssueYieldFields({ control, chains }: YieldFieldsProps) {
  const isCallable = useWatch({ control, name: 'yieldParams.callable' })
  const numeric = { control, autoComplete: 'off' }
  return (
    <>
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField
          {...numeric}
          name="yieldParams.annualRate"
          label="Rate"
          unit="percent a year"
          hint="Percent a year."
          inputMode="decimal"
        />
        <TextField
          {...numeric}
          name="yieldParams.faceValuePerToken"
          label="Face value"
          hint="Of one token, in whole payment tokens."
          inputMode="decimal"
        />
        <TextField control={control} name="yieldParams.firstCouponDate" label="First coupon" type="date" />
        <TextField control={control} name="yieldParams.maturityDate" label="Maturity" type="date" />
        <SelectField
          control={control}
          name="yieldParams.couponInterval"
          label="Coupons"
          options={COUPON_INTERVALS.map((months) => ({ value: String(months), label: intervalText(months) }))}
        />
        <SelectField
          control={control}
          name="yieldParams.dayCount"
          label="Day count"
          options={DAY_COUNTS.map((value) => ({ value, label: value.replace('_', '/') }))}
        />
        <TextField
          {...numeric}
          name="yieldParams.gracePeriod"
          label="Grace"
          unit="days"
          hint="Days after a pay date until it is in default."
          inputMode="numeric"
        />
      </div>
      <AddressField
        control={control}
        name="yieldParams.paymentToken"
        label="Paid in"
        optional
        chainType="EVM"
        hint="The contract of a token. Empty: the USDC of its chain."
      />
      <FormField control={control} name="yieldParams.callable" label="Callable">
        {({ value, onChange }) => (
          <Checkbox checked={value} onCheckedChange={onChange} aria-label="Callable">
            It may be paid back before its maturity
          </Checkbox>
        )}
      </FormField>
      {isCallable ? (
        <TextField control={control} name="yieldParams.callDate" label="Callable from" type="date" />
      ) : null}
      <CouponPreview control={control} chains={chains} />
    </>
  )
}
