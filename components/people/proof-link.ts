import type { TRPCLink } from '@trpc/client'
import { observable } from '@trpc/server/observable'
import type { AppRouter } from '@/registry/procedures'
import type { Proof } from '@/schemas/people/words'

/**
 * Repeats a call that was refused because it needs a fresh proof, under the same idempotency key, after `ask` got the
 * proof. The caller only notices a slower call. Without a proof the call fails with its first error.
 */
export function proofLink(ask: (proof: Proof) => Promise<boolean>): TRPCLink<AppRouter> {
  return () =>
    ({ op, next }) =>
      observable((observer) => {
        let isOver = false
        const send = () =>
          next(op).subscribe({
            ...observer,
            async error(refusal) {
              const proof = refusal.data?.proof
              const isGiven = proof ? await ask(proof) : false
              if (isOver) return
              if (isGiven) running = send()
              else observer.error(refusal)
            },
          })
        let running = send()
        return () => {
          isOver = true
          running.unsubscribe()
        }
      })
}
