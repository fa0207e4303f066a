'use client'

import { type Control, useWatch } from 'react-hook-form'
import { Alert } from '@/components/ui/alert'
import { exactAmount } from '@/server/money/display-amount'
import { formatDay } from '@/server/text/format-day'
import type { IssueValues } from './issue-values'
import { NEW_TOKEN } from './issue-values'
import { currentDay, scheduleOf } from './schedule-of'

const MAX_SHOWN = 12

/** The coupons that result from the entered values, updated while the user types. */
export function SchedulePreview({ control }: { control: Control<IssueValues> }) {
  const schedule = scheduleOf({ ...NEW_TOKEN, ...useWatch({ control }) }, currentDay())
  if (schedule === null)
    return (
      <p className="text-muted-foreground">Enter the rate, the face value and both dates to see the coupon schedule.</p>
    )
  if ('problem' in schedule) return <Alert tone="warning">{schedule.problem}</Alert>
  const { coupons } = schedule
  const rest = coupons.length - MAX_SHOWN
  const last = coupons.at(-1)
  return (
    <section aria-label="Schedule" aria-live="polite" className="overflow-x-auto rounded-md border">
      <table className="tabular w-full text-[0.8125rem]">
        <caption className="sr-only">Coupons if it is issued today</caption>
        <thead>
          <tr className="border-b text-left text-muted-foreground [&>th]:px-3 [&>th]:py-2 [&>th]:font-medium">
            <th scope="col">#</th>
            <th scope="col">Pay date</th>
            <th scope="col" className="hidden sm:table-cell">
              Record date
            </th>
            <th scope="col" className="hidden sm:table-cell">
              Day count fraction
            </th>
            <th scope="col" className="text-right">
              Per token (USDC)
            </th>
          </tr>
        </thead>
        <tbody className="[&_td]:px-3 [&_td]:py-1.5">
          {coupons.slice(0, MAX_SHOWN).map(({ index, payDate, recordDate, dayCountFraction, amountPerToken }) => (
            <tr key={index} className="border-b last:border-b-0">
              <td>{index}</td>
              <td>{formatDay(payDate)}</td>
              <td className="hidden sm:table-cell">{formatDay(recordDate)}</td>
              <td className="hidden sm:table-cell">
                {String(dayCountFraction.numerator)}/{String(dayCountFraction.denominator)}
              </td>
              <td className="text-right">{exactAmount(amountPerToken)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {rest > 0 && last ? (
        <p className="border-t px-3 py-2 text-[0.8125rem] text-muted-foreground">
          And {rest} more, the last on {formatDay(last.payDate)}
        </p>
      ) : null}
    </section>
  )
}
