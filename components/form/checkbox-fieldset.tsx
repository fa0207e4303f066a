import { type ReactNode, useId } from 'react'

/** Checkboxes that answer one question, and what is wrong with the answer. */
export function CheckboxFieldset({
  legend,
  error,
  children,
}: {
  legend: string
  error: string | undefined
  children: ReactNode
}) {
  const errorId = useId()
  return (
    <fieldset className="space-y-2" aria-describedby={error ? errorId : undefined}>
      <legend className="mb-1.5 font-medium text-[0.8125rem]">{legend}</legend>
      {children}
      {error ? (
        <p id={errorId} className="font-medium text-[0.8125rem] text-danger-foreground">
          {error}
        </p>
      ) : null}
    </fieldset>
  )
}
