import { decodeFunctionResult, encodeFunctionData, getAddress, type Hex, isHex } from 'viem'
import { z } from 'zod'
import { yieldTokenAbi } from '@/contracts/generated/yield-token'
import { toHex } from '@/server/chains/evm/read-headers'
import type { Chain } from '@/server/chains/registry'
import { callRpcBatch, type RpcAnswer, readAnswer } from '@/server/chains/rpc'
import type { PayoutRow, TokenRow } from '@/server/tokens/operations/plan'

/** The state of a token in our index at the end of a block. */
export type IndexedAsset = { block: bigint; token: TokenRow; payouts: PayoutRow[]; sample: Map<string, bigint> }

const abi = yieldTokenAbi
const bytes = z.custom<Hex>((value) => isHex(value))
const word = bytes.transform((data) => BigInt(data))

/** Reads the state of a token from its contract at the end of a block. Throws RpcUnavailableError, RpcError. */
export async function readAssetAt(chain: Chain, { block, token, payouts, sample }: IndexedAsset) {
  const holders = [...sample.keys()]
  const calls = [
    encodeFunctionData({ abi, functionName: 'totalSupply' }),
    encodeFunctionData({ abi, functionName: 'holderCount' }),
    encodeFunctionData({ abi, functionName: 'paused' }),
    ...holders.map((holder) => encodeFunctionData({ abi, functionName: 'balanceOf', args: [getAddress(holder)] })),
    ...payouts.map(({ index }) => encodeFunctionData({ abi, functionName: 'payouts', args: [BigInt(index)] })),
  ]
  const answers = await callRpcBatch(
    chain,
    calls.map((data) => ({ method: 'eth_call', params: [{ to: token.contractAddress, data }, toHex(block)] })),
  )
  const [supply, count, paused] = answers.slice(0, 3).map((answer) => readAnswer(word, answer))
  const ofHolders = answers.slice(3, 3 + holders.length)
  const ofPayouts = answers.slice(3 + holders.length)
  return {
    supply: supply ?? 0n,
    holders: count ?? 0n,
    isPaused: paused === 1n,
    balances: new Map(holders.map((holder, n) => [holder, readAnswer(word, ofHolders[n])])),
    paid: new Map(payouts.map(({ index }, n) => [index, paidIn(ofPayouts[n])])),
  }
}

/** The amount that was paid to holders or is reserved for them; the contract counts them separately. */
function paidIn(answer: RpcAnswer | undefined): bigint {
  const data = readAnswer(bytes, answer)
  const { paidAmount, owed } = decodeFunctionResult({ abi, functionName: 'payouts', data })
  return paidAmount + owed
}
