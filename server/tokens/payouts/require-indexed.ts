import { decodeFunctionResult, encodeFunctionData, isHex } from 'viem'
import { z } from 'zod'
import { yieldTokenAbi } from '@/contracts/generated/yield-token'
import { readFromChain } from '@/server/chains/read-from-chain'
import type { Chain } from '@/server/chains/registry'
import { callRpc } from '@/server/chains/rpc'
import { workerCtx } from '@/server/ctx'
import { MS_PER_DAY } from '@/server/durations'
import { refusal } from '@/server/errors'
import { restoredSince } from '@/server/recovery/restored-since'
import type { PayoutRow, TokenRow } from '@/server/tokens/operations/plan'

/** As long as a recovery keeps what chains have without a record. */
const LOST_DAYS = 90
const bytes = z.custom<`0x${string}`>((value) => isHex(value))

/**
 * After a restore, requires that our index has read what the contract has done for a payout. A payout that was funded
 * after the backup would else be refused for want of the money that funded it. Throws unavailable.
 */
export async function requireIndexed(
  chain: Chain,
  { token, payout }: { token: TokenRow; payout: PayoutRow },
): Promise<void> {
  const ctx = workerCtx()
  if (!(await restoredSince(ctx, new Date(ctx.now().getTime() - LOST_DAYS * MS_PER_DAY)))) return
  const call = { abi: yieldTokenAbi, functionName: 'payouts' } as const
  const data = encodeFunctionData({ ...call, args: [BigInt(payout.index)] })
  const answer = await readFromChain(() => callRpc(chain, 'eth_call', [{ to: token.contractAddress, data }, 'latest']))
  const { denominator, funded, paidUnits } = decodeFunctionResult({ ...call, data: bytes.parse(answer) })
  const isRecorded = denominator > 0n
  const isRead = isRecorded === (payout.basisUnits !== null) && funded === payout.fundedUnits
  if (isRead && paidUnits === payout.paidBasisUnits) return
  throw refusal('chain_unreachable', { message: 'Its chain is read again after a restore. Please try again.' })
}
