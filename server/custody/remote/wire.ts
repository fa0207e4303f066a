import { z } from 'zod'
import { LeaseLostError } from '@/db/lease'
import { chainType } from '@/schemas/wallets/contract'
import { describeFault } from '@/server/alarms/describe-fault'
import { isTransient } from '@/server/alarms/is-transient'
import { KEY_FAULTS } from '@/server/custody/key-fault'
import { ApiError, refusal } from '@/server/errors'
import { REFUSALS, type RefusalCode } from '@/server/refusals/refusals'

/** The operations of the signer; the orders of the engine are in server/engine/signing/wire.ts. */
export type SignerOperation =
  | 'signLanes'
  | 'signReplacements'
  | 'signTransfers'
  | 'signRequest'
  | 'signMessage'
  | 'derive'
  | 'status'
  | 'proveSeeds'

/** The maximum of addresses that are derived at once: as many as one call may create, or as are derived ahead. */
const MAX_DERIVED = 512

export const deriveOrder = z.strictObject({
  businessId: z.uuid(),
  chainType,
  firstIndex: z.int().min(0),
  count: z.int().min(1).max(MAX_DERIVED),
})
export const derivedAnswer = z.object({ seedId: z.uuid(), addresses: z.array(z.string()) })

export const requestOrder = z.strictObject({ requestId: z.uuid() })
export const requestAnswer = z.object({ signature: z.base64() })

export const proveOrder = z.strictObject({ again: z.array(z.uuid()).max(1_000) })
export const provenAnswer = z.array(z.object({ seedId: z.string(), message: z.string().nullable() }))

const keyProblem = z.object({ fault: z.enum(KEY_FAULTS), keyId: z.string(), message: z.string() })
export const statusAnswer = z.object({
  /** `ok`, or the reason why the signer cannot sign yet. */
  state: z.enum(['ok', 'not_proven', ...KEY_FAULTS]),
  problem: keyProblem.nullable(),
  seedCopies: z.object({ lacking: z.number(), reason: z.string() }),
  /** Missing in answers of earlier versions. */
  recoveryCopies: z
    .object({
      lacking: z.number(),
      reason: z.string(),
      kept: z.array(z.object({ firstIndex: z.number(), since: z.coerce.date() })),
    })
    .default({ lacking: 0, reason: '', kept: [] }),
})
export type SignerStatus = z.infer<typeof statusAnswer>

export const wireError = z.object({
  kind: z.enum(['lease_lost', 'transient', 'refusal', 'other']),
  message: z.string(),
  code: z.string().optional(),
  retryAfter: z.number().optional(),
})
type WireError = z.infer<typeof wireError>

/** An error in the signer's response, without secrets. */
export function toWireError(error: unknown): WireError {
  if (error instanceof LeaseLostError) return { kind: 'lease_lost', message: error.message }
  if (error instanceof ApiError && error.reason !== undefined) {
    const { reason: code, retryAfter } = error
    return { kind: 'refusal', code, retryAfter, message: describeFault(error) }
  }
  if (error instanceof z.ZodError)
    return { kind: 'other', message: `The order cannot be read (${error.issues[0]?.path.join('.')})` }
  return { kind: isTransient(error) ? 'transient' : 'other', message: describeFault(error) }
}

/** The error that the same work would have thrown in this process. */
export function fromWireError({ kind, message, code = '', retryAfter }: WireError): Error {
  if (kind === 'lease_lost') return new LeaseLostError(message)
  if (kind === 'transient') return signerSilent(message)
  if (kind === 'refusal' && isRefusal(code)) return refusal(code, { retryAfter, cause: new Error(message) })
  return new Error(message)
}

function isRefusal(code: string): code is Exclude<RefusalCode, 'internal'> {
  return code in REFUSALS && code !== 'internal'
}

/** The error while the signer is unreachable. Every signature that was made is stored, and the next turn retries. */
export function signerSilent(why: string): ApiError {
  return refusal('key_service_unavailable', { cause: new Error(`The signer does not answer (${why})`) })
}
