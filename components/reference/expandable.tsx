'use client'

import { ChevronRight } from 'lucide-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'

type ExpandableProps = { summary: ReactNode; children: ReactNode }

/** A part that a reader opens. Its elements are made then: closed, those of one page would outnumber all others. */
export function Expandable({ summary, children }: ExpandableProps) {
  const [isOpen, setOpen] = useState(false)
  const details = useRef<HTMLDetailsElement>(null)
  // A reader may open it before the page's script listens.
  useEffect(() => setOpen(details.current?.open === true), [])
  return (
    <details ref={details} className="group" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary className="flex cursor-pointer list-none items-center gap-3 rounded-lg px-4 py-2.5 hover:bg-muted focus-visible:-outline-offset-2 [&::-webkit-details-marker]:hidden">
        {summary}
        <ChevronRight aria-hidden className="ml-auto size-4 shrink-0 transition-transform group-open:rotate-90" />
      </summary>
      {isOpen ? <div className="px-4 pb-4">{children}</div> : null}
    </details>
  )
}
