import { ApiError } from '@/server/errors'

/**
 * The faults of a key. `wrong_key`: it does not decrypt a value that was sealed. `key_unusable`: the key service
 * refuses it until its configuration changes. `key_service_silent`: no response, or one that requests a retry.
 * `signer_silent`: the process that signs does not answer.
 */
export const KEY_FAULTS = ['wrong_key', 'key_unusable', 'key_service_silent', 'signer_silent'] as const
export type KeyFault = (typeof KEY_FAULTS)[number]
/** A fault, its key (or secret), and a sentence for operators. */
export type KeyProblem = { fault: KeyFault; keyId: string; message: string }

/** A sealed value that does not open: another key, another owner or changed bytes. */
export class WrongKeyError extends Error {
  override readonly name = 'WrongKeyError'

  constructor(message = 'sealed value cannot be opened: wrong key, another owner or changed bytes') {
    super(message)
  }
}

/** The key service's refusal that no repetition changes; callers get it as the cause of `key_service_unavailable`. */
export class KeyUnusableError extends Error {
  override readonly name = 'KeyUnusableError'
}

/** The key fault that an error reports; null for other errors. */
export function keyFaultOf(error: unknown): Exclude<KeyFault, 'signer_silent'> | null {
  if (error instanceof WrongKeyError) return 'wrong_key'
  if (!(error instanceof ApiError) || error.reason !== 'key_service_unavailable') return null
  return error.cause instanceof KeyUnusableError ? 'key_unusable' : 'key_service_silent'
}
