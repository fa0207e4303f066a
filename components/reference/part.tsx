import type { ReactNode } from 'react'

/** A part of a page under a heading that links can point to. */
export function Part({ id, title, note, children }: { id: string; title: string; note?: string; children: ReactNode }) {
  return (
    <section aria-labelledby={id} className="space-y-2">
      <h2 id={id} className="scroll-mt-18 font-semibold md:scroll-mt-4">
        {title}
        {note ? <span className="ml-2 break-words font-normal text-muted-foreground text-xs">{note}</span> : null}
      </h2>
      {children}
    </section>
  )
}
