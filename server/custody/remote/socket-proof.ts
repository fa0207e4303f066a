import { createHmac, timingSafeEqual } from 'node:crypto'
import { derivedSecret, derivedSecrets } from '@/server/env'

const PURPOSE = 'signer socket'
/** The maximum age of a call. Both sides share the clock of one machine, so an older call is a replay. */
const MAX_AGE_MS = 60_000

/**
 * The data that each side of the socket signs to prove that it knows SLIPWAY_SECRET. A caller signs the operation,
 * time, nonce and body of its call; an answer signs that call, its own status and its own body.
 */
export type Call = { operation: string; at: string; nonce: string; body: string }
type Answer = { call: Call; status: number; body: string }

/** The proof of a caller. */
export function proveCall(call: Call): string {
  return hmac(derivedSecret(PURPOSE), ['call', ...fieldsOf(call)])
}

/** Whether a caller knows one of the secrets and called just now. */
export function isCallProven(call: Call, proof: string, nowMs: number): boolean {
  const age = Math.abs(nowMs - Number(call.at))
  return (
    age <= MAX_AGE_MS &&
    derivedSecrets(PURPOSE).some((secret) => isSame(hmac(secret, ['call', ...fieldsOf(call)]), proof))
  )
}

/** The proof of an answer, under each secret, because the caller may know only one of them. */
export function proveAnswer(answer: Answer): string {
  return derivedSecrets(PURPOSE)
    .map((secret) => hmac(secret, answerFields(answer)))
    .join(',')
}

/** Whether the sender of an answer knows one of the secrets. */
export function isAnswerProven(answer: Answer, proof: string): boolean {
  const given = proof.split(',')
  return derivedSecrets(PURPOSE).some((secret) => given.some((one) => isSame(hmac(secret, answerFields(answer)), one)))
}

function fieldsOf({ operation, at, nonce, body }: Call): string[] {
  return [operation, at, nonce, body]
}

function answerFields({ call, status, body }: Answer): string[] {
  return ['answer', ...fieldsOf(call), String(status), body]
}

function hmac(secret: Buffer, fields: readonly string[]): string {
  const mac = createHmac('sha256', secret)
  // Each with its length: no two lists have the same bytes.
  for (const field of fields) mac.update(`${Buffer.byteLength(field)}:`).update(field)
  return mac.digest('hex')
}

function isSame(expected: string, given: string): boolean {
  const [a, b] = [Buffer.from(expected), Buffer.from(given)]
  return a.length === b.length && timingSafeEqual(a, b)
}
