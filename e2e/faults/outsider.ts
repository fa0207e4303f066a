import { type Address, encodeFunctionData, type Hex } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { z } from 'zod'
import { erc20Abi, erc20Topics } from '@/contracts/generated/erc20'
import { callRpcInBatches } from './call-rpc-in-batches'
import { createChainReader } from './chain-reader'
import type { FaultChain } from './stack/fault-chain'

const FUNDED_UNITS = 10n ** 12n
const FUNDED_WEI = '0x56bc75e2d63100000'
const FEES = { gas: 120_000n, maxFeePerGas: 10n ** 12n, maxPriorityFeePerGas: 10n ** 9n }
const TRANSFER_TOPIC = erc20Topics['Transfer(address,address,uint256)']

const address = z.custom<Address>((value) => typeof value === 'string' && /^0x[0-9a-fA-F]{40}$/.test(value))
const hex = z.custom<Hex>((value) => typeof value === 'string' && value.startsWith('0x'))
const quantity = z.string().transform(Number)
const receipt = z.object({
  transactionHash: z.string(),
  status: z.string(),
  blockNumber: quantity,
  logs: z.array(z.object({ logIndex: quantity, topics: z.array(z.string()), transactionHash: z.string() })),
})

/** An outside sender of one of a chain's tokens and of coins, who keeps the hashes: the truth for the product. */
export async function openOutsider({ chainId, ask, local }: FaultChain, symbol: 'cNGN' | 'USDC') {
  const token = local.tokens.find((one) => one.symbol === symbol)?.address
  if (!token) throw new Error(`the local chain has no ${symbol}`)
  const account = privateKeyToAccount(generatePrivateKey())
  await ask('anvil_setBalance', account.address, FUNDED_WEI)
  await createChainReader({ rpcUrl: local.rpcUrl, cngn: token }).fund([account.address], FUNDED_UNITS)
  const hashes: Hex[] = []
  let nonce = 0
  const send = async (call: { to: Address; data?: Hex; value?: bigint }): Promise<Hex> => {
    const raw = await account.signTransaction({ chainId, nonce: nonce++, ...FEES, ...call })
    const hash = hex.parse(await ask('eth_sendRawTransaction', raw))
    hashes.push(hash)
    return hash
  }
  return {
    sendTokens: (to: string, units: bigint) => {
      const args = [address.parse(to), units] as const
      return send({
        to: token,
        data: encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args }),
      })
    },
    sendCoins: (to: string, value: bigint) => send({ to: address.parse(to), value }),
    sent: () => hashes.length,
    /**
     * The successful sends, in the order of the chain, each with the log index of its `Transfer`; unmined ones are
     * missing.
     */
    async landed(): Promise<{ hash: string; logIndex: number | null }[]> {
      const calls = hashes.map((hash) => ({ method: 'eth_getTransactionReceipt', params: [hash] }))
      const receipts = z.array(receipt.nullable()).parse(await callRpcInBatches(local.rpcUrl, calls))
      return receipts
        .filter((one) => one !== null)
        .filter(({ status }) => status === '0x1')
        .map(({ transactionHash: hash, blockNumber, logs }) => {
          const [moved] = logs.filter(({ topics }) => topics[0] === TRANSFER_TOPIC)
          return { hash, blockNumber, logIndex: moved?.logIndex ?? null }
        })
        .toSorted((one, other) => one.blockNumber - other.blockNumber || (one.logIndex ?? -1) - (other.logIndex ?? -1))
        .map(({ hash, logIndex }) => ({ hash, logIndex }))
    },
  }
}
