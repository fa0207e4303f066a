import { erc20Topics } from '@/contracts/generated/erc20'
import { addressWord } from '@/schemas/chains/evm/words'
import { balanceOfCall } from '@/server/chains/evm/erc20'
import { toHex } from '@/server/chains/evm/read-headers'
import { bytes } from '@/server/chains/evm/read-latest-quantities'
import type { Chain } from '@/server/chains/registry'
import { callRpcBatch, type RpcAnswer, type RpcCall } from '@/server/chains/rpc'
import type { Receipt } from './read-receipts'

const TRANSFER = erc20Topics['Transfer(address,address,uint256)']

/** A mined token transfer that did not revert. */
export type TokenMove = { hash: string; owner: string; toAddress: string; tokenAddress: string; receipt: Receipt }

/**
 * Hashes of the transfers that provably moved nothing: the token logged no transfer to the recipient, and the balances
 * of both sides did not change in the block. Only transfers without a log cost a request. If the node has no answer,
 * the transfer counts as moved. Throws RpcUnavailableError.
 */
export async function findTransfersWithoutEffect(
  chain: Chain,
  moves: readonly TokenMove[],
): Promise<ReadonlySet<string>> {
  const doubtful = moves.filter((move) => move.owner !== move.toAddress && !isLogged(move))
  if (doubtful.length === 0) return new Set()
  const answers = await callRpcBatch(chain, doubtful.flatMap(balanceCalls))
  const unmoved = doubtful.filter((_, index) => {
    const [ownerBefore, ownerAfter, recipientBefore, recipientAfter] = answers.slice(4 * index).map(unitsOf)
    return isSame(ownerBefore, ownerAfter) && isSame(recipientBefore, recipientAfter)
  })
  return new Set(unmoved.map(({ hash }) => hash))
}

function isLogged({ tokenAddress, toAddress, receipt }: TokenMove): boolean {
  const [token, recipient] = [tokenAddress.toLowerCase(), `0x${addressWord(toAddress)}`]
  return receipt.logs.some(
    ({ address, topics, data }) =>
      address.toLowerCase() === token &&
      topics[0]?.toLowerCase() === TRANSFER &&
      // Some tokens index no parameter of the event.
      [topics[2], `0x${data.slice(66, 130)}`].some((to) => to?.toLowerCase() === recipient) &&
      !/^0x0*$/.test(data),
  )
}

function balanceCalls({ tokenAddress, owner, toAddress, receipt: { blockNumber } }: TokenMove): RpcCall[] {
  const blocks = [toHex(blockNumber - 1n), toHex(blockNumber)]
  return [owner, toAddress].flatMap((of) => blocks.map((block) => balanceOfCall(tokenAddress, of, block)))
}

function unitsOf(answer: RpcAnswer): bigint | null {
  const { data } = bytes.safeParse(answer.result)
  return data?.length === 66 ? BigInt(data) : null
}

function isSame(before: bigint | null | undefined, after: bigint | null | undefined): boolean {
  return before !== null && before !== undefined && before === after
}
