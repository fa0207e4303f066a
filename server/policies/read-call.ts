import { getAddress, type Hex, size, slice } from 'viem'
import { DEPLOYMENT_ADDRESS } from '@/schemas/policies/words'
import { readTokenCall } from '@/server/chains/evm/read-token-call'

/** The facts about an EVM call that a policy judges. */
export type PolicyCall = {
  /** The recipient of the asset, or of the right to spend it; the called contract if the calldata does not name one. */
  toAddress: string
  /** Null for a plain send of value. The zero address means "deploys a contract". */
  contract: string | null
  /** The method's four bytes; null for a send, a deployment, and calldata too short to name one. */
  selector: string | null
  /**
   * Base units of the token `contract` that the call moves or allows; null if the calldata moves none that can be read.
   */
  tokenUnits: bigint | null
}

type EvmCall = { to: string | null; data: Hex | null /** Wei sent along. */; value: bigint }

/**
 * Reads a call of `hd/sign`: `to` null deploys, empty `data` sends value. Calldata that cannot be read is an unknown
 * call. A token method with value is one as well, because two parties may receive something and a policy judges only
 * one recipient.
 */
export function readCall({ to, data, value }: EvmCall): PolicyCall {
  if (to === null)
    return { toAddress: DEPLOYMENT_ADDRESS, contract: DEPLOYMENT_ADDRESS, selector: null, tokenUnits: null }
  if (data === null || size(data) === 0) return { toAddress: to, contract: null, selector: null, tokenUnits: null }
  const unknown = { toAddress: to, contract: to, selector: null, tokenUnits: null }
  if (size(data) < 4) return unknown
  const selector = slice(data, 0, 4).toLowerCase()
  const call = readTokenCall(data)
  if (call === null) return { ...unknown, selector }
  return { toAddress: value > 0n ? to : getAddress(call.toAddress), contract: to, selector, tokenUnits: call.units }
}
