import { encodeFunctionData, getAddress } from 'viem'
import { yieldTokenAbi } from '@/contracts/generated/yield-token'
import { REDEMPTION_INDEX } from '@/schemas/tokens/words'
import { quantity } from '@/server/chains/evm/read-latest-quantities'
import { readFromChain } from '@/server/chains/read-from-chain'
import type { Chain } from '@/server/chains/registry'
import { callRpcBatch, readAnswer } from '@/server/chains/rpc'
import { secondsOf } from '@/server/tokens/chain-day'
import type { PayoutRow, TokenRow } from '@/server/tokens/operations/plan'

/**
 * The units that investors hold, from the contract: at the record time of a coupon, or now for a redemption. Throws
 * unavailable.
 */
export async function readPayoutUnits(
  chain: Chain,
  { token, payout }: { token: TokenRow; payout: Pick<PayoutRow, 'index' | 'payDate'> },
): Promise<bigint> {
  const admin = getAddress(token.adminAddress)
  const recordTime = secondsOf(payout.payDate) - 1
  const abi = yieldTokenAbi
  const data =
    payout.index === REDEMPTION_INDEX
      ? [
          encodeFunctionData({ abi, functionName: 'totalSupply' }),
          encodeFunctionData({ abi, functionName: 'balanceOf', args: [admin] }),
        ]
      : [
          encodeFunctionData({ abi, functionName: 'supplyAt', args: [recordTime] }),
          encodeFunctionData({ abi, functionName: 'balanceAt', args: [admin, recordTime] }),
        ]
  const calls = data.map((each) => ({
    method: 'eth_call',
    params: [{ to: token.contractAddress, data: each }, 'latest'],
  }))
  const [supply, own] = (await readFromChain(() => callRpcBatch(chain, calls))).map((answer) =>
    readAnswer(quantity, answer),
  )
  return (supply ?? 0n) - (own ?? 0n)
}
