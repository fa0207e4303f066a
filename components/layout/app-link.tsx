'use client'

// biome-ignore lint/style/noRestrictedImports: the one place that decides when a page is loaded ahead.
import Link from 'next/link'
import { type ComponentProps, useState } from 'react'

/**
 * A link inside the portal. Its page is loaded ahead once the pointer is on it: a list or a menu would request all of
 * theirs at once.
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
