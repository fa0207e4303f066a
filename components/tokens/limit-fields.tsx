'use client'

import { type Control, useWatch } from 'react-hook-form'
import { TextField } from '@/components/form/text-field'
import type { IssueValues } from './issue-values'
import { limitSentences } from './limits-text'

const SECONDS_PER_DAY = 86_400

/** The limits on holders, with an explanation. */
export function LimitFields({ control }: { control: Control<IssueValues> }) {
  return (
    <div className="space-y-5">
      <div className="grid gap-4 sm:grid-cols-3">
        <TextField
          control={control}
          name="maxShareholders"
          label="Maximum investors"
          inputMode="numeric"
          autoComplete="off"
          hint="0 for no limit"
        />
        <TextField
          control={control}
          name="maxTokensPerInvestor"
          label="Maximum per investor"
          inputMode="decimal"
          autoComplete="off"
          hint="0 for no limit"
        />
        <TextField
          control={control}
          name="lockUpDays"
          label="Lock-up (days)"
          inputMode="numeric"
          autoComplete="off"
          hint="0 for none"
        />
      </div>
      <LimitPreview control={control} />
    </div>
  )
}

/** The limits that were typed, a sentence each. */
export function LimitPreview({ control }: { control: Control<IssueValues> }) {
  const [holders, tokens, days] = useWatch({ control, name: ['maxShareholders', 'maxTokensPerInvestor', 'lockUpDays'] })
  const sentences = limitSentences({
    maxShareholders: numberOf(holders),
    maxTokensPerInvestor: numberOf(tokens),
    lockUpDuration: numberOf(days) * SECONDS_PER_DAY,
  })
  return (
    <ul aria-label="What the limits mean" className="list-disc space-y-1 pl-5 text-muted-foreground">
      {sentences.map((sentence) => (
        <li key={sentence}>{sentence}</li>
      ))}
      <li>No limit applies to the token admin.</li>
    </ul>
  )
}

function numberOf(text: string): number {
  const number = Number(text)
  return Number.isFinite(number) && number > 0 ? number : 0
}
