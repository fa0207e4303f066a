'use client'

import { type ReactNode, useState } from 'react'

/** Far enough below the window that the part has loaded when a reader scrolls to it. */
const MARGIN = '300px'

type WhenNearProps = {
  /** The placeholder until then, about as tall as the part itself. */
  placeholder: ReactNode
  children: ReactNode
}

/** A part of a page below its first screen, rendered once a reader comes near it. */
export function WhenNear({ placeholder, children }: WhenNearProps) {
  const [isNear, setIsNear] = useState(false)
  if (isNear) return children
  return (
    <div data-when-near ref={(place) => observe(place, () => setIsNear(true))}>
      {placeholder}
    </div>
  )
}

function observe(place: HTMLElement | null, onNear: () => void): (() => void) | undefined {
  if (place === null) return undefined
  const observer = new IntersectionObserver(
    (seen) => {
      if (seen.some(({ isIntersecting }) => isIntersecting)) onNear()
    },
    { rootMargin: MARGIN },
  )
  observer.observe(place)
  return () => observer.disconnect()
}
