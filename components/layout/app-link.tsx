'use client'

// biome-ignore lint/style/noRestrictedImports: the one place that decides when a page is loaded ahead.
import Link from 'next/link'
import { type ComponentProps, useState } from 'react'

/**
 * A link inside the portal. Its page is prefetched when the pointer is over the link, because a list or a menu would
 * otherwise prefetch all its pages at once.
 */
export function AppLink({ onMouseEnter, onFocus, ...rest }: ComponentProps<typeof Link>) {
  const [isNear, setIsNear] = useState(false)
  return (
    <Link
      {...rest}
      prefetch={isNear ? null : false}
      onMouseEnter={(event) => {
        setIsNear(true)
        onMouseEnter?.(event)
      }}
      onFocus={(event) => {
        setIsNear(true)
        onFocus?.(event)
      }}
    />
  )
}
