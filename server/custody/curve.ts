import { secp256k1 } from '@noble/curves/secp256k1.js'

let isPrepared = false

/**
 * secp256k1 with a table of 10-bit windows instead of 8: signing and derivation take a third less. Making it costs some 0.2 s
 * once; a server calls this while it starts, so that the first request does not pay.
 */
export function curve(): typeof secp256k1 {
  if (!isPrepared) secp256k1.Point.BASE.precompute(10, false)
  isPrepared = true
  return secp256k1
}
