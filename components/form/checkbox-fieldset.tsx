import { type ReactNode, useId } from 'react'

/** A group of checkboxes with one error message. */
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
