'use client'

import { type Control, useWatch } from 'react-hook-form'
import { TextField } from '@/components/form/text-field'
import type { IssueForm } from './issue-form'
import { LimitPreview } from './limit-preview'

/** Who may hold how much of it, and how soon it moves. */
export function IssueLimitFields({ control }: { control: Control<IssueForm> }) {
  const form = useWatch({ control })
  return (
    <>
      <TextField
        control={control}
        name="maxShareholders"
        label="Most investors"
        hint="0: any number."
        inputMode="numeric"
        autoComplete="off"
      />
      <TextField
        control={control}
        name="maxTokensPerInvestor"
        label="Most tokens an investor"
        hint="Over all wallets of the investor. 0: any amount."
        inputMode="decimal"
        autoComplete="off"
      />
      <TextField
        control={control}
        name="lockUpDuration"
        label="Lock-up"
        unit="days"
        hint="Days that minted tokens stay where they are. 0: none."
        inputMode="numeric"
        autoComplete="off"
      />
      <LimitPreview form={form} />
    </>
  )
}
