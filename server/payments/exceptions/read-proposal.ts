import { z } from 'zod'
import { type ExceptionDecision, exceptionDecision } from '@/schemas/payments/exceptions/contract'

const json = z.string().transform((text, context) => {
  try {
    return z.record(z.string(), z.unknown()).parse(JSON.parse(text))
  } catch {
    context.addIssue('is no JSON')
    return z.NEVER
  }
})

/**
 * The decision that one operator proposed and a second may confirm, without its reason; null if there is none. Each
 * operator gives a reason.
 */
export function readProposal(proposal: string | null): ExceptionDecision | null {
  const read = json.safeParse(proposal)
  if (!read.success) return null
  const decision = exceptionDecision.safeParse({ ...read.data, reason: 'As proposed' })
  return decision.success ? decision.data : null
}
