import { z } from 'zod'
import { callRpcInBatches } from '@/e2e/faults/call-rpc-in-batches'

const quantity = z.string().transform((text) => BigInt(text))
const address = z.string().transform((text) => text.toLowerCase())
const block = z.object({
  transactions: z.array(z.object({ hash: z.string(), from: address, to: address.nullable(), value: quantity })),
})
const receipts = z.array(
  z.object({ transactionHash: z.string(), status: quantity, gasUsed: quantity, effectiveGasPrice: quantity }),
)

/**
 * A transaction of a block: `wei` is what it moved itself, nothing if it reverted; what it called is not looked
 * into.
 */
export type CoinMove = { hash: string; from: string; to: string; wei: bigint; feeWei: bigint }

/** Every transaction of the blocks after `since`. Addresses are in lower case. */
export async function readCoinMoves(url: string, since: number): Promise<CoinMove[]> {
  const [head] = z.tuple([quantity]).parse(await callRpcInBatches(url, [{ method: 'eth_blockNumber', params: [] }]))
  const numbers = Array.from({ length: Number(head) - since }, (_, index) => `0x${(since + 1 + index).toString(16)}`)
  const ask = (method: string, ...more: unknown[]) =>
    callRpcInBatches(
      url,
      numbers.map((number) => ({ method, params: [number, ...more] })),
    )
  const blocks = z.array(block).parse(await ask('eth_getBlockByNumber', true))
  const paid = new Map(
    z
      .array(receipts)
      .parse(await ask('eth_getBlockReceipts'))
      .flat()
      .map((receipt) => [receipt.transactionHash, receipt]),
  )
  return blocks.flatMap(({ transactions }) =>
    transactions.map(({ hash, from, to, value }) => {
      const receipt = paid.get(hash)
      if (!receipt) throw new Error(`the chain has no receipt of ${hash}`)
      const { status, gasUsed, effectiveGasPrice } = receipt
      return { hash, from, to: to ?? '', wei: status === 1n ? value : 0n, feeWei: gasUsed * effectiveGasPrice }
    }),
  )
}
