'use client'

import { useEffect, useState } from 'react'

const SHOWN_MS = 2_000

type CopyState = 'idle' | 'copied' | 'failed'

/** Copies to the clipboard and holds the outcome for two seconds. */
export function useCopy(): { state: CopyState; copy: (text: string) => Promise<void> } {
  const [state, setState] = useState<CopyState>('idle')
  useEffect(() => {
    if (state === 'idle') return
    const timer = setTimeout(() => setState('idle'), SHOWN_MS)
    return () => clearTimeout(timer)
  }, [state])

  async function copy(text: string) {
    try {
      await navigator.clipboard.writeText(text)
      setState('copied')
    } catch {
      // Browsers refuse without a secure page or permission; the text is still there to select.
      setState('failed')
    }
  }
  return { state, copy }
}
