'use client'

import { useEffect } from 'react'

/**
 * Stands in what a dialog shows: each time it opens, its act begins anew, without the problem and the key of the last
 * time.
 */
export function FreshMutation({ reset }: { reset: () => void }) {
  useEffect(() => reset(), [reset])
  return null
}
