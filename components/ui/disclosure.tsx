import type { ReactNode, Ref } from 'react'

type DisclosureProps = {
  summary: ReactNode
  /** Opened by the caller if something in it needs attention. */
  ref?: Ref<HTMLDetailsElement>
  /** Whether it is open at first. */
  open?: boolean
  children: ReactNode
}

/** A rarely needed part of a form, folded under its name. */
export function Disclosure({ summary, ref, open, children }: DisclosureProps) {
  return (
    <details ref={ref} open={open}>
      <summary className="w-fit cursor-pointer rounded-sm py-0.5 text-[0.8125rem] text-accent-foreground underline-offset-4 hover:underline">
        {summary}
      </summary>
      {children}
    </details>
  )
}
