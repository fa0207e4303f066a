'use client'

import type { UseFormReturn } from 'react-hook-form'
import { fieldProblems } from './field-problems'
import type { IssueForm } from './issue-form'
import { type IssueStep, placeOf } from './issue-steps'

/** Puts what the server said of fields where they are, and leads to the first of them. */
export function useShowProblems({ setError }: UseFormReturn<IssueForm>, setStep: (step: IssueStep) => void) {
  return (failure: unknown): void => {
    const found = fieldProblems(failure).flatMap(({ field, message }) => {
      const place = placeOf(field)
      return place ? [{ ...place, message }] : []
    })
    for (const { name, message } of found) setError(name, { message })
    const [first] = found
    if (first) setStep(first.step)
  }
}
