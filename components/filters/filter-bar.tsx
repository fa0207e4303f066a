import type { ReactNode } from 'react'

/** The row of filters above a list. */
export function FilterBar({ children }: { children: ReactNode }) {
  return <div className="flex flex-wrap items-center gap-2">{children}</div>
}
