'use client'

import type { Control } from 'react-hook-form'
import { IssueAssetFields } from './issue-asset-fields'
import type { IssueForm } from './issue-form'
import { IssueLimitFields } from './issue-limit-fields'
import type { IssueStep } from './issue-steps'
import { IssueYieldFields } from './issue-yield-fields'
import type { IssueChain } from './to-issue-chains'

type StepProps = { step: IssueStep; control: Control<IssueForm>; chains: readonly IssueChain[] }

/** What is filled in at a step. */
export function IssueStepFields({ step, ...rest }: StepProps) {
  switch (step) {
    case 'asset':
      return <IssueAssetFields {...rest} />
    case 'limits':
      return <IssueLimitFields control={rest.control} />
    case 'yield':
      return <IssueYieldFields {...rest} />
    case 'review':
      return null
    default:
      return step satisfies never
  }
}
