import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { performance } from 'node:perf_hooks'
import { setTimeout as wait } from 'node:timers/promises'
import type { Address } from 'viem'
import { percentile } from '@/e2e/percentile'
import { readBare } from './bare-events'
import { CHAIN, type EventChain, openEventChain, type Sink, startSink, subscribeTo } from './event-world'
import { readMemory } from './read-memory'
import { type World, withWorld } from './transfer-world'

const STALLED_MS = 120_000

/** Final blocks with many events: stored and in the outbox, against a loop that reads logs alone. */
export async function benchBackfill(options: { blocks: number; perBlock: number; repeats: number }): Promise<void> {
  const { blocks, perBlock, repeats } = options
  const events = blocks * perBlock
  await withEvents(async (world, chain, sink) => {
    for (let round = 1; round <= repeats; round++) {
      const contract = await chain.deploySpout()
      await chain.hold(true)
      const [subscription = ''] = await subscribeTo(world, [contract], sink.url)
      // Its messages wait: what is measured is how they come to be.
      await world.sql`insert into webhook_pauses (business_id, destination_id, created_at) values (${world.facts.demo.businessId}, ${subscription}, now())`
      for (let block = 0; block < blocks; block++) await chain.spout(contract, perBlock)
      const before = await headRead(world)
      await chain.hold(false)
      const perSecond = await untilStored(world, subscription, { before, events })
      const last = await chain.client.getBlockNumber()
      const bare = await readBare(world, chain, contract, last)
      const [outbox] =
        await world.sql`select count(*)::int as n from webhook_messages where destination_id = ${subscription}`
      console.log(
        `  ${events} events in ${blocks} blocks: ${perSecond.toFixed(0)}/s, logs alone ${bare.toFixed(0)}/s` +
          ` = ${((100 * perSecond) / bare).toFixed(0)} % (aim 70); in the outbox ${outbox?.n}; ${readMemory(world.facts)}`,
      )
      await world.sql`update indexer_subscriptions set deleted_at = now() where id = ${subscription}`
    }
  })
}

/**
 * From a block that makes events final to the receiver of them, at a block a second or so, with that many subscriptions
 * beside.
 */
export async function benchLive(options: { contracts: number[]; blocks: number; perBlock: number }): Promise<void> {
  const { blocks, perBlock } = options
  for (const contracts of options.contracts) {
    await withEvents(async (world, chain, sink) => {
      const addresses: Address[] = []
      for (let n = 0; n < contracts; n++) addresses.push(await chain.deploySpout())
      await subscribeTo(world, addresses, sink.url)
      const minedAt = new Map<string, number>()
      for (let block = 0; block < blocks; block++) {
        await wait(300 + Math.random() * 900)
        const address = addresses[block % addresses.length]
        if (address) minedAt.set(await chain.spout(address, perBlock), performance.now())
      }
      await sink.until(blocks * perBlock, STALLED_MS)
      const latencies = [...sink.arrivedAt].map(([id, at]) => at - (minedAt.get(id.split(':')[0] ?? '') ?? Number.NaN))
      console.log(
        `  ${contracts} contracts, ${blocks} blocks of ${perBlock} events: block to receiver p50 ${percentile(latencies, 50).toFixed(0)}` +
          ` p99 ${percentile(latencies, 99).toFixed(0)} ms (aim: under a look every 250 ms + 150); ${sink.visits()} visits for ${sink.arrivedAt.size} events`,
      )
    })
  }
}

async function withEvents(work: (world: World, chain: EventChain, sink: Sink) => Promise<void>): Promise<void> {
  const home = mkdtempSync(join(tmpdir(), 'slipway-events-'))
  try {
    await withWorld(async (world) => {
      const chain = await openEventChain(world, home)
      const sink = await startSink()
      try {
        await work(world, chain, sink)
      } finally {
        await sink.close()
        await chain.stop()
      }
    })
  } finally {
    rmSync(home, { recursive: true, force: true })
  }
}

async function headRead({ sql }: World): Promise<bigint> {
  const [row] =
    await sql`select block_number::text as head from chain_cursors where chain_id = ${CHAIN.chainId} and consumer = 'indexer'`
  return BigInt(row?.head ?? 0)
}

async function storedOf({ sql }: World, subscription: string): Promise<number> {
  const [row] = await sql`select count(*)::int as n from indexer_events where subscription_id = ${subscription}`
  return row?.n ?? 0
}

/** From the first range that is stored to the last, in events per second. */
async function untilStored(
  world: World,
  subscription: string,
  from: { before: bigint; events: number },
): Promise<number> {
  const deadline = performance.now() + STALLED_MS
  while ((await headRead(world)) === from.before) {
    if (performance.now() > deadline) throw new Error('nobody follows the chain')
    await wait(5)
  }
  const startedAt = performance.now()
  const first = await storedOf(world, subscription)
  for (let stored = first; stored < from.events; stored = await storedOf(world, subscription)) {
    if (performance.now() > deadline) throw new Error(`only ${stored} of ${from.events} events are stored`)
    await wait(20)
  }
  return ((from.events - first) * 1_000) / (performance.now() - startedAt)
}
