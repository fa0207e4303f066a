import { type Address, createWalletClient, encodeFunctionData, type Hex, http, pad, publicActions, toHex } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { recoverAuthorizationAddress } from 'viem/utils'
import { z } from 'zod'
import { erc20Abi, erc20Selectors, erc20Topics } from '@/contracts/generated/erc20'
import { FAUCET_PRIVATE_KEY } from '@/dev/chains/deploy-tokens'
import { rpc } from '@/dev/chains/rpc'
import { waitForReceipt } from '@/dev/chains/wait-for-receipt'
import { callRpcInBatches } from './call-rpc-in-batches'

/** Reads the chain itself, without any of the product's code. */
export type ChainReader = {
  /** Token transfers ever mined. */
  readMoves: () => Promise<Move[]>
  /** Transactions ever mined from these addresses. */
  readMined: (from: ReadonlySet<string>) => Promise<Mined[]>
  /** The hashes that were mined and did not revert. */
  readSucceeded: (hashes: readonly string[]) => Promise<Set<string>>
  /** Hashes of the transactions in the newest blocks, in order. */
  readLastHashes: (blocks: number) => Promise<string[]>
  tokenBalance: (address: string) => Promise<bigint>
  nativeBalances: (addresses: readonly string[]) => Promise<bigint[]>
  nonceOf: (address: string) => Promise<number>
  /** Gives each address this many token units, and waits until all have them. */
  fund: (addresses: readonly string[], units: bigint) => Promise<void>
  /** Leaves wallets a few coins and no gas: their next transfer needs a top-up. */
  emptyOfGas: (addresses: readonly string[]) => Promise<void>
}

/** Addresses are in lower case. */
export type Move = { hash: string; from: string; to: string; units: bigint }
export type Mined = {
  hash: string
  from: string
  nonce: number
  /** Accounts whose nonce it moved beside the sender's (EIP-7702). */
  authorities: string[]
}

const TRANSFER_TOPIC = erc20Topics['Transfer(address,address,uint256)']
/** Enough for the native transfers of a run, and far too little for the gas of one. */
const OWN_COINS_WEI = toHex(10n ** 9n)
const BALANCE_OF = erc20Selectors['balanceOf(address)']

const address = z.custom<Address>((value) => typeof value === 'string' && /^0x[0-9a-fA-F]{40}$/.test(value))
const quantity = z.string().transform((text) => BigInt(text))
const logs = z.array(z.object({ transactionHash: z.string(), topics: z.array(z.string()), data: quantity }))
const receipt = z.object({ status: quantity }).nullish()
const hex = z.custom<Hex>((value) => typeof value === 'string' && value.startsWith('0x'))
const authorization = z.object({
  chainId: quantity.transform(Number),
  address,
  nonce: quantity.transform(Number),
  yParity: quantity.transform(Number),
  r: hex,
  s: hex,
})
const transaction = z.object({
  hash: z.string(),
  from: z.string().transform((text) => text.toLowerCase()),
  nonce: quantity.transform(Number),
  authorizationList: z.array(authorization).nullish(),
})
const block = z.object({ transactions: z.array(transaction) })

export function createChainReader({ rpcUrl, cngn }: { rpcUrl: string; cngn: string }): ChainReader {
  const ask = (method: string, ...params: unknown[]) => rpc(rpcUrl, method, params)
  const nonceOf = async (of: string) => Number(quantity.parse(await ask('eth_getTransactionCount', of, 'latest')))
  const tokenBalance = async (of: string) => {
    const data = BALANCE_OF + pad(address.parse(of)).slice(2)
    return quantity.parse(await ask('eth_call', { to: cngn, data }, 'latest'))
  }
  const readHead = async () => Number(quantity.parse(await ask('eth_blockNumber')))
  const readBlocks = async (from: number, to: number) => {
    const numbers = Array.from({ length: to - from + 1 }, (_, index) => `0x${(from + index).toString(16)}`)
    const calls = numbers.map((number) => ({ method: 'eth_getBlockByNumber', params: [number, true] }))
    const blocks = z.array(block).parse(await callRpcInBatches(rpcUrl, calls))
    return blocks.flatMap(({ transactions }) => transactions)
  }
  return {
    nonceOf,
    tokenBalance,
    async readMoves() {
      const filter = { fromBlock: '0x0', toBlock: 'latest', address: cngn, topics: [TRANSFER_TOPIC] }
      return logs.parse(await ask('eth_getLogs', filter)).map((log) => ({
        hash: log.transactionHash,
        from: fromTopic(log.topics[1]),
        to: fromTopic(log.topics[2]),
        units: log.data,
      }))
    },
    async nativeBalances(addresses) {
      const calls = addresses.map((one) => ({ method: 'eth_getBalance', params: [one, 'latest'] }))
      return z.array(quantity).parse(await callRpcInBatches(rpcUrl, calls))
    },
    async readSucceeded(hashes) {
      const calls = hashes.map((hash) => ({ method: 'eth_getTransactionReceipt', params: [hash] }))
      const found = z.array(receipt).parse(await callRpcInBatches(rpcUrl, calls))
      return new Set(hashes.filter((_, index) => found[index]?.status === 1n))
    },
    async readLastHashes(blocks) {
      const head = await readHead()
      return (await readBlocks(head - blocks + 1, head)).map(({ hash }) => hash)
    },
    async readMined(from) {
      const all = await readBlocks(0, await readHead())
      return Promise.all(all.filter((one) => from.has(one.from)).map(toMined))
    },
    async fund(addresses, units) {
      const account = privateKeyToAccount(FAUCET_PRIVATE_KEY)
      const faucet = createWalletClient({ account, transport: http(rpcUrl) }).extend(publicActions)
      const first = await nonceOf(account.address)
      const hashes: Hex[] = []
      for (const [index, to] of addresses.entries()) {
        const data = encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [address.parse(to), units] })
        const gas = 120_000n
        hashes.push(
          await faucet.sendTransaction({ chain: null, to: address.parse(cngn), data, gas, nonce: first + index }),
        )
      }
      for (const hash of hashes) await waitForReceipt(faucet, hash, { pollMs: 100 })
    },
    async emptyOfGas(addresses) {
      for (const one of addresses) await ask('anvil_setBalance', one, OWN_COINS_WEI)
    },
  }
}

function fromTopic(topic: string | undefined): string {
  return `0x${(topic ?? '').slice(-40)}`.toLowerCase()
}

async function toMined({ hash, from, nonce, authorizationList }: z.output<typeof transaction>): Promise<Mined> {
  const authorities = (authorizationList ?? []).map((one) => recoverAuthorizationAddress({ authorization: one }))
  return { hash, from, nonce, authorities: (await Promise.all(authorities)).map((one) => one.toLowerCase()) }
}
