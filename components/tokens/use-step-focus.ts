'use client'

import { useEffect, useRef } from 'react'

/**
 * For the part of a page that shows one step after another: the focus and the screen go to its start with each new
 * step.
 */
export function useStepFocus(step: string) {
  const section = useRef<HTMLElement>(null)
  const shown = useRef(step)
  useEffect(() => {
    if (shown.current === step) return
    shown.current = step
    section.current?.focus({ preventScroll: true })
    section.current?.scrollIntoView({ block: 'start' })
  }, [step])
  return section
}
