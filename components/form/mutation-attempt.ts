import superjson from 'superjson'
import { v4 } from 'uuid'

/** The last attempt of a mutation. `key` is kept for all attempts with an unknown outcome. */
export type MutationAttempt = { phase: 'free' | 'running' | 'done'; key: string | null; input: string | null }

export const NO_ATTEMPT: MutationAttempt = { phase: 'free', key: null, input: null }

/**
 * The attempt that a submission begins; null while another one runs, or after one succeeded. With `again`, another
 * input gets another idempotency key: Resume after a Pause whose answer was lost would be refused under the key of the
 * Pause.
 */
export function beginAttempt(
  { phase, key, input: former }: MutationAttempt,
  { input, again }: { input: unknown; again: boolean },
): MutationAttempt | null {
  if (phase !== 'free') return null
  const text = superjson.stringify(input)
  const isSame = !again || text === former
  return { phase: 'running', key: (isSame ? key : null) ?? v4(), input: text }
}
