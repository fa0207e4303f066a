import type { ReactNode } from 'react'

/** A filter of a list. In the dialog its label is above the control, whose `aria-label` has the same text. */
export function FilterField({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="contents in-data-filters:grid in-data-filters:gap-1.5">
      <span aria-hidden className="hidden font-medium text-[0.8125rem] in-data-filters:block">
        {label}
      </span>
      {children}
    </div>
  )
}
