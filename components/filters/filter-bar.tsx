import type { ReactNode } from 'react'

type FilterBarProps = {
  children: ReactNode
  /** What is done with the whole list: a file of it, or its live updates. Stays at the end of the first row. */
  actions?: ReactNode
}

/** The filters above a list. */
export function FilterBar({ children, actions }: FilterBarProps) {
  return (
    <div className="flex flex-wrap items-start gap-2 sm:flex-nowrap">
      <div className="flex w-full min-w-0 flex-wrap items-center gap-2 sm:w-auto sm:flex-1">{children}</div>
      {actions ? <div className="flex shrink-0 items-center gap-2">{actions}</div> : null}
    </div>
  )
}
