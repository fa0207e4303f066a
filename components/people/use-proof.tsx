'use client'

import { useCallback, useEffect, useRef, useState } from 'react'
import { lazyPart } from '@/components/ui/lazy-part'
import { useLazyDialog } from '@/components/ui/use-lazy-dialog'
import type { Proof } from '@/schemas/people/words'

const form = lazyPart(() => import('./proof-form'))

type Answer = (isGiven: boolean) => void

/**
 * `ask` opens the dialog that asks for a proof and resolves with whether the person gave it; calls that come meanwhile
 * wait for the same answer. `dialog` belongs on the page.
 */
export function useProof() {
  const [proof, setProof] = useState<Proof>('code')
  const waiting = useRef<Answer[]>([])
  const answer: Answer = (isGiven) => {
    const answers = waiting.current
    waiting.current = []
    for (const publish of answers) publish(isGiven)
  }
  const { show, dialog } = useLazyDialog(form, ({ ProofForm }, { open, onOpenChange }) => (
    <ProofForm
      open={open}
      onOpenChange={(next) => {
        onOpenChange(next)
        if (!next) answer(false)
      }}
      proof={proof}
      onProven={() => {
        onOpenChange(false)
        answer(true)
      }}
    />
  ))
  const latest = useRef({ show, answer })
  useEffect(() => {
    latest.current = { show, answer }
  })
  const ask = useCallback((wanted: Proof) => {
    return new Promise<boolean>((resolve) => {
      waiting.current.push(resolve)
      if (waiting.current.length > 1) return
      setProof(wanted)
      // Where the dialog does not come, the refusal stays, and pressing again tries again.
      form.load().then(
        () => void latest.current.show(),
        () => latest.current.answer(false),
      )
    })
  }, [])
  return { ask, dialog }
}
