import type { KeySource, SignatureScheme } from './contract'

/**
 * valid: a current key made a signature of the attempt; key_replaced: none did, so the key was rotated since;
 * key_not_kept: the secret came with the request and is held in memory only.
 */
export type SignatureVerdict = 'valid' | 'key_replaced' | 'key_not_kept'

/** The steps by which a destination verifies an attempt to deliver a message. */
export type SignatureCheck = {
  scheme: SignatureScheme
  sentAt: string
  signedWith: KeySource
  /** `webhook-id`. */
  id: string
  /** The signed moment in unix seconds. */
  timestamp: number
  /** The part of the signed content before the body. */
  contentStart: string
  /** The signatures of the attempt, and whether a current key makes each of them. */
  signatures: { value: string; matches: boolean }[]
  verdict: SignatureVerdict
}
