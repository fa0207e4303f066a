'use client'

import { useCallback, useRef, useState } from 'react'
import { lazyPart } from '@/components/ui/lazy-part'
import type { Proof } from '@/schemas/people/words'

const form = lazyPart(() => import('./proof-form'))

/**
 * `ask` opens the dialog for a proof, and resolves with whether the person gave it. Concurrent calls share the result.
 * Render `dialog` on the page. The hook is on every page, so it loads the dialog only when needed.
 */
export function useProof() {
  const [proof, setProof] = useState<Proof | null>(null)
  const waiting = useRef<((isGiven: boolean) => void)[]>([])
  const answer = useCallback((isGiven: boolean) => {
    const answers = waiting.current
    waiting.current = []
    setProof(null)
    for (const resolve of answers) resolve(isGiven)
  }, [])
  const ask = useCallback(
    (kind: Proof) =>
      new Promise<boolean>((resolve) => {
        waiting.current.push(resolve)
        if (waiting.current.length > 1) return
        // If the dialog does not load, the refusal remains, and another press retries.
        form.load().then(
          () => setProof(kind),
          () => answer(false),
        )
      }),
    [answer],
  )
  const module = form.read()
  const dialog =
    proof === null || module === null ? null : (
      <module.ProofForm
        open
        onOpenChange={(isOpen) => {
          if (!isOpen) answer(false)
        }}
        proof={proof}
        onProven={() => answer(true)}
      />
    )
  return { ask, dialog }
}
