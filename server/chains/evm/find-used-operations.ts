import { slipwayDelegateSelectors } from '@/contracts/generated/slipway-delegate'
import { addressWord, uintWord } from '@/schemas/chains/evm/words'
import type { Chain } from '@/server/chains/registry'
import { callRpcBatch, type RpcAnswer, RpcUnavailableError, readAnswer } from '@/server/chains/rpc'
import { failureReason } from './failure-reason'
import { bytes, quantity } from './read-latest-quantities'

const NONCES = slipwayDelegateSelectors['nonces(address,uint192)']
const SEQUENCE = 2n ** 64n

/** An operation by the wallet that signs it and by its nonce, as `toOperationNonce` makes that. */
type OperationKey = { wallet: string; nonce: bigint }

/**
 * The operations among these that their wallets have executed, whether or not the calls succeeded. Asks a node that has
 * block `asOf`, because an older state would lack recent ones. Throws RpcUnavailableError, RpcError.
 */
export async function findUsedOperations<T extends OperationKey>(
  chain: Chain,
  operations: readonly T[],
  asOf: bigint,
): Promise<T[]> {
  if (operations.length === 0) return []
  const [head, ...answers] = await callRpcBatch(chain, [
    { method: 'eth_blockNumber', params: [] },
    ...operations.map(({ wallet, nonce }) => ({
      method: 'eth_call',
      params: [{ to: wallet, data: `${NONCES}${addressWord(wallet)}${uintWord(nonce / SEQUENCE)}` }, 'latest'],
    })),
  ])
  if (readAnswer(quantity, head) < asOf) throw new RpcUnavailableError(`a node does not know block ${asOf} yet`)
  return operations.filter((_, index) => sequenceOf(answers[index]) > 0n)
}

/**
 * An account without code answers nothing, one with other code may refuse: neither is a delegate that executed
 * anything.
 */
function sequenceOf(answer: RpcAnswer | undefined): bigint {
  if (answer?.error && failureReason(answer.error) !== null) return 0n
  const returned = readAnswer(bytes, answer)
  return returned.length === 66 ? BigInt(returned) % SEQUENCE : 0n
}
