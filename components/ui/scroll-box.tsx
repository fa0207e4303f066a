import type { ReactNode } from 'react'

type ScrollBoxProps = { label: string; className: string; children: ReactNode }

/** A named box that scrolls by keyboard too. `className` says in which directions. */
export function ScrollBox({ label, className, children }: ScrollBoxProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keyboard
    <section aria-label={label} tabIndex={0} className={className}>
      {children}
    </section>
  )
}
