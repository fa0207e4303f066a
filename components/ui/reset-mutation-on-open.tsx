'use client'

import { useEffect } from 'react'

/**
 * Placed in a dialog: each time it opens, its mutation starts fresh, without the problem and the key of the last time.
 */
export function ResetMutationOnOpen({ reset }: { reset: () => void }) {
  useEffect(() => reset(), [reset])
  return null
}
