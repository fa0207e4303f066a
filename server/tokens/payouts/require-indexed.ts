import { decodeFunctionResult, encodeFunctionData, isHex } from 'viem'
import { z } from 'zod'
import { yieldTokenAbi } from '@/contracts/generated/yield-token'
import { readFromChain } from '@/server/chains/read-from-chain'
import type { Chain } from '@/server/chains/registry'
import { callRpc, RpcUnavailableError } from '@/server/chains/rpc'
import { workerCtx } from '@/server/ctx'
import { type ApiError, refusal } from '@/server/errors'
import { lostSince } from '@/server/recovery/lost-since'
import type { PayoutRow, TokenRow } from '@/server/tokens/operations/plan'

const RETRY_AFTER_SECONDS = 60
const bytes = z.custom<`0x${string}`>((value) => isHex(value))

/**
 * After a restore, requires that our index has read the contract's events of a payout. Otherwise a payout that was
 * funded after the backup would be refused because its funding is unknown. Throws unavailable.
 */
export async function requireIndexed(
  chain: Chain,
  { token, payout }: { token: TokenRow; payout: PayoutRow },
): Promise<void> {
  if (!(await lostSince(workerCtx()))) return
  const call = { abi: yieldTokenAbi, functionName: 'payouts' } as const
  const data = encodeFunctionData({ ...call, args: [BigInt(payout.index)] })
  const { denominator, funded, paidUnits } = await readFromChain(async () => {
    const answer = await callRpc(chain, 'eth_call', [{ to: token.contractAddress, data }, 'latest'])
    try {
      return decodeFunctionResult({ ...call, data: bytes.parse(answer) })
    } catch (cause) {
      throw new RpcUnavailableError(`a node has no payouts of ${token.contractAddress}`, { cause })
    }
  })
  const isRecorded = denominator > 0n
  const isRead = isRecorded === (payout.basisUnits !== null) && funded === payout.fundedUnits
  if (isRead && paidUnits === payout.paidBasisUnits) return
  throw notIndexed()
}

/**
 * The error until our index has read the payments of a payout before a restore: 503 `recovering`, with `retryAfter`.
 */
export function notIndexed(): ApiError {
  const message = 'Its chain is read again after a restore. Please try again.'
  return refusal('recovering', { message, retryAfter: RETRY_AFTER_SECONDS })
}
