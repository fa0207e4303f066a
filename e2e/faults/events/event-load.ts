import { type Address, encodeFunctionData, type Hex } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { z } from 'zod'
import { erc20Abi, erc20Topics } from '@/contracts/generated/erc20'
import { askMany } from '../ask-many'
import type { FaultChain } from '../stack/fault-chain'

const ANYBODY: Address = '0x00000000000000000000000000000000000000e7'
const FUNDED_UNITS = 10n ** 12n
const FUNDED_WEI = '0x56bc75e2d63100000'
const FEES = { gas: 120_000n, maxFeePerGas: 10n ** 12n, maxPriorityFeePerGas: 10n ** 9n }
const TRANSFER_TOPIC = erc20Topics['Transfer(address,address,uint256)']

const address = z.custom<Address>((value) => typeof value === 'string' && /^0x[0-9a-fA-F]{40}$/.test(value))
const hex = z.custom<Hex>((value) => typeof value === 'string' && value.startsWith('0x'))
const quantity = z.string().transform(Number)
const receipt = z.object({
  transactionHash: z.string(),
  blockNumber: quantity,
  logs: z.array(z.object({ logIndex: quantity, topics: z.array(z.string()), transactionHash: z.string() })),
})

/** Somebody who moves a chain's token past the product, and keeps the hashes: the truth that events are held against. */
export async function openEventLoad({ chainId, cngn, ask, reader, local }: FaultChain) {
  const account = privateKeyToAccount(generatePrivateKey())
  await ask('anvil_setBalance', account.address, FUNDED_WEI)
  await reader.fund([account.address], FUNDED_UNITS)
  const hashes: Hex[] = []
  let nonce = 0
  return {
    async send(): Promise<void> {
      const call = { abi: erc20Abi, functionName: 'transfer', args: [ANYBODY, BigInt(nonce + 1)] } as const
      const to = { chainId, to: address.parse(cngn), nonce: nonce++ }
      const raw = await account.signTransaction({ ...to, ...FEES, data: encodeFunctionData(call) })
      hashes.push(hex.parse(await ask('eth_sendRawTransaction', raw)))
    },
    sent: () => hashes.length,
    /** Ids of the events by the receipts of what was sent, in the order of the chain; those that are not mined yet are missing. */
    async eventIds(): Promise<string[]> {
      const calls = hashes.map((hash) => ({ method: 'eth_getTransactionReceipt', params: [hash] }))
      const receipts = z.array(receipt.nullable()).parse(await askMany(local.rpcUrl, calls))
      return receipts
        .filter((one) => one !== null)
        .flatMap(({ blockNumber, logs }) =>
          logs
            .filter(({ topics }) => topics[0] === TRANSFER_TOPIC)
            .map(({ logIndex, transactionHash }) => ({ id: `${transactionHash}:${logIndex}`, blockNumber, logIndex })),
        )
        .toSorted((one, other) => one.blockNumber - other.blockNumber || one.logIndex - other.logIndex)
        .map(({ id }) => id)
    },
  }
}
export type EventLoad = Awaited<ReturnType<typeof openEventLoad>>
