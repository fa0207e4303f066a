import { eq } from 'drizzle-orm'
import { type Address, encodeFunctionData, getAbiItem, type Hex } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { erc20EventsAbi } from '@/contracts/generated/catalog-events'
import { erc20Abi } from '@/contracts/generated/erc20'
import { rpcEndpoints } from '@/db/schema'
import { rpc } from '@/dev/chains/rpc'
import { startFaultProxy } from '@/e2e/faults/fault-proxy'
import { forgetChains } from '@/server/chains/registry'
import { workerCtx } from '@/server/ctx'
import { CHAIN_ID, startLocalChain } from '@/server/testing/local-chain'

const ANYBODY: Address = '0x00000000000000000000000000000000000000b2'
const SENDERS = 3
const FEES = { gas: 120_000n, maxFeePerGas: 10n ** 12n, maxPriorityFeePerGas: 10n ** 9n }

/** The possible fates of the transactions in blocks that a reorg removes. */
export const FATES = ['dropped', 'in another order', 'in a later block'] as const
export type Fate = (typeof FATES)[number]

/**
 * A real chain whose blocks come and go by command, behind two doors at which faults are set; the product knows it by
 * these alone.
 */
export async function startEventAnvil({ confirmations, seed }: { confirmations: number; seed: number }) {
  const chain = await startLocalChain({ confirmations })
  const senders = Array.from({ length: SENDERS }, () => privateKeyToAccount(generatePrivateKey()))
  for (const { address } of senders) {
    await chain.test.setBalance({ address, value: 10n ** 20n })
    await chain.fundToken(address, 10n ** 12n)
  }
  await chain.holdMining()
  const { rpcUrl } = chain.anvil
  const doors = await Promise.all([seed, seed + 1].map((one) => startFaultProxy({ target: rpcUrl, seed: one })))
  const { db } = workerCtx()
  await db.delete(rpcEndpoints).where(eq(rpcEndpoints.chainId, CHAIN_ID))
  for (const [priority, { url }] of doors.entries())
    await db.insert(rpcEndpoints).values({ chainId: CHAIN_ID, url, priority, label: `door ${priority}` })
  forgetChains()
  const sent = new Map<Hex, { raw: Hex; sender: number }>()

  /** A block with so many transfers of each sender. */
  async function mine(transfers: number): Promise<void> {
    for (const [sender, account] of senders.entries()) {
      const from = await chain.rpc.getTransactionCount({ address: account.address })
      for (let n = 0; n < transfers; n++) {
        const call = { abi: erc20Abi, functionName: 'transfer', args: [ANYBODY, BigInt(sent.size + 1)] } as const
        const to = { chainId: CHAIN_ID, to: chain.cngn.address as Address, nonce: from + n }
        const raw = await account.signTransaction({ ...to, ...FEES, data: encodeFunctionData(call) })
        sent.set(await chain.rpc.sendRawTransaction({ serializedTransaction: raw }), { raw, sender })
      }
    }
    await chain.test.mine({ blocks: 1 })
  }

  /** Removes the last blocks; others take their place. */
  async function rebuild(depth: number, fate: Fate): Promise<void> {
    const head = await chain.rpc.getBlockNumber({ cacheTime: 0 })
    const lost: { raw: Hex; sender: number }[] = []
    for (let number = head - BigInt(depth) + 1n; number <= head; number++)
      for (const hash of (await chain.rpc.getBlock({ blockNumber: number })).transactions) {
        const known = sent.get(hash)
        if (known) lost.push(known)
      }
    // Nonces of one sender stay in their order.
    const kept = fate === 'dropped' ? [] : lost.toSorted((one, other) => other.sender - one.sender)
    const block = fate === 'in a later block' ? depth - 1 : 0
    await rpc(rpcUrl, 'anvil_reorg', [depth, kept.map(({ raw }) => [raw, block])])
  }

  return {
    chain,
    doors,
    mine,
    rebuild,
    /** All events from a block on, in the form in which a receiver distinguishes them. */
    async canonical(fromBlock: bigint): Promise<string[]> {
      const event = getAbiItem({ abi: erc20EventsAbi, name: 'Transfer' })
      const logs = await chain.rpc.getLogs({ address: chain.cngn.address, event, fromBlock })
      return logs.map(({ transactionHash, logIndex, blockHash }) => `${transactionHash}:${logIndex} ${blockHash}`)
    },
    async stop(): Promise<void> {
      await Promise.all(doors.map((door) => door.close()))
      await chain.stop()
    },
  }
}
export type EventAnvil = Awaited<ReturnType<typeof startEventAnvil>>
