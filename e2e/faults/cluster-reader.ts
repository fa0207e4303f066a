import { z } from 'zod'
import { rpc } from '@/dev/chains/rpc'
import { callRpcInBatches } from './call-rpc-in-batches'

/** Reads a Solana cluster itself, without any of the product's code. */
export type ClusterReader = {
  lamportsOf: (addresses: readonly string[]) => Promise<bigint[]>
  /** Signatures of the transactions that landed and name the address. */
  signaturesOf: (address: string) => Promise<string[]>
  setLamports: (addresses: readonly string[], lamports: bigint) => Promise<void>
}

const balance = z.object({ value: z.number() }).transform(({ value }) => BigInt(value))
const signatures = z.array(z.object({ signature: z.string() }))

export function createClusterReader(rpcUrl: string): ClusterReader {
  return {
    async lamportsOf(addresses) {
      const calls = addresses.map((address) => ({
        method: 'getBalance',
        params: [address, { commitment: 'confirmed' }],
      }))
      return z.array(balance).parse(await callRpcInBatches(rpcUrl, calls))
    },
    async signaturesOf(address) {
      const found: string[] = []
      for (;;) {
        const before = found.at(-1)
        const options = { limit: 1_000, commitment: 'confirmed', ...(before ? { before } : {}) }
        const page = signatures.parse(await rpc(rpcUrl, 'getSignaturesForAddress', [address, options]))
        found.push(...page.map(({ signature }) => signature))
        if (page.length < 1_000) return found
      }
    },
    async setLamports(addresses, lamports) {
      for (const address of addresses) await rpc(rpcUrl, 'litesvm_setBalance', [address, Number(lamports)])
    },
  }
}
