import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { type Address, createTestClient, encodeFunctionData, type Hex, http, publicActions, walletActions } from 'viem'
import { z } from 'zod'
import { eventSpoutAbi, eventSpoutBytecode } from '@/contracts/generated/event-spout'
import { newId } from '@/db/new-id'
import { startAnvil } from '@/dev/chains/anvil'
import { waitForReceipt } from '@/dev/chains/wait-for-receipt'
import { findFreePort } from '@/dev/free-port'
import { inParallel, RECIPIENT, type World } from './transfer-world'

/** A chain that the stack knows and does not serve: this one's blocks come from here alone. */
export const CHAIN = { chainId: 97, network: 'BSC' } as const
/** No block is final while this is the depth. */
const NEVER = 1_000_000

const made = z.object({ data: z.object({ id: z.string() }) })

/** A new chain behind the stack, whose blocks are mined one by one. Gone after `stop`. */
export async function openEventChain({ sql }: World, home: string) {
  const { chainId } = CHAIN
  const port = await findFreePort()
  const anvil = await startAnvil({ chainId, port, logFile: join(home, 'events-anvil.log') })
  const client = createTestClient({ mode: 'anvil', transport: http(anvil.rpcUrl, { timeout: 30_000 }) })
    .extend(publicActions)
    .extend(walletActions)
  const [account] = await client.getAddresses()
  if (!account) throw new Error('the chain has no account')
  await sql`update chains set finality = 'depth', confirmations = 1, block_time_ms = 1000 where chain_id = ${chainId}`
  await sql`insert into rpc_endpoints (id, chain_id, url) values (${newId()}, ${chainId}, ${anvil.rpcUrl})`
  let nonce = await client.getTransactionCount({ address: account })
  const send = (call: { to?: Address; data: Hex }) =>
    client.sendTransaction({ ...call, account, chain: null, nonce: nonce++, gas: 30_000_000n })

  return {
    rpcUrl: anvil.rpcUrl,
    client,
    async deploySpout(): Promise<Address> {
      const hash = await send({ data: eventSpoutBytecode })
      const { contractAddress } = await waitForReceipt(client, hash, { pollMs: 20 })
      if (!contractAddress) throw new Error('the contract is not there')
      return contractAddress
    },
    /** One block with `count` events of the contract; answers its transaction's hash. */
    spout(to: Address, count: number): Promise<Hex> {
      const data = encodeFunctionData({ abi: eventSpoutAbi, functionName: 'spout', args: [RECIPIENT, BigInt(count)] })
      return send({ to, data })
    },
    /** While held, the chain grows and nothing of it is final. */
    async hold(isHeld: boolean): Promise<void> {
      await sql`update chains set confirmations = ${isHeld ? NEVER : 1} where chain_id = ${chainId}`
    },
    stop: () => anvil.stop(),
  }
}
export type EventChain = Awaited<ReturnType<typeof openEventChain>>

/** Subscribes the demo to the transfers of each contract. Answers the ids. */
export async function subscribeTo(
  { api }: World,
  contracts: readonly Address[],
  webhookUrl: string,
): Promise<string[]> {
  const ids: string[] = []
  await inParallel(8, contracts.length, async (index) => {
    const { status, text } = await api.post('/v1/indexer/subscriptions', {
      ...CHAIN,
      contractAddress: contracts[index],
      events: ['transfer'],
      webhookUrl,
    })
    if (status !== 201) throw new Error(`a subscription was answered ${status}: ${text}`)
    ids.push(made.parse(JSON.parse(text)).data.id)
  })
  return ids
}

const delivered = z.object({ id: z.string().optional() })

/**
 * A customer's server that answers 200 and remembers when which event came first, by its id, or by that of its message
 * where it has none.
 */
export async function startSink() {
  const arrivedAt = new Map<string, number>()
  let visits = 0
  const server = createServer((request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      visits += 1
      const { id = String(request.headers['webhook-id']) } = delivered.parse(
        JSON.parse(Buffer.concat(parts).toString('utf8')),
      )
      if (!arrivedAt.has(id)) arrivedAt.set(id, performance.now())
      response.writeHead(200).end()
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = z.custom<AddressInfo>().parse(server.address())
  return {
    url: `http://127.0.0.1:${port}/`,
    arrivedAt,
    visits: () => visits,
    async until(count: number, withinMs: number): Promise<void> {
      const deadline = performance.now() + withinMs
      while (arrivedAt.size < count) {
        if (performance.now() > deadline) throw new Error(`only ${arrivedAt.size} of ${count} events arrived`)
        await wait(20)
      }
    },
    close: () => {
      server.closeAllConnections()
      return new Promise((resolve) => server.close(resolve))
    },
  }
}
export type Sink = Awaited<ReturnType<typeof startSink>>
