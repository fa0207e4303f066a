import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { performance } from 'node:perf_hooks'
import { setTimeout as wait } from 'node:timers/promises'
import { toHex } from 'viem'
import { newId } from '@/db/new-id'
import { percentile } from '@/e2e/percentile'
import { CHAIN, type EventChain, openEventChain } from './event-world'
import { type World, withWorld } from './transfer-world'

const STALLED_MS = 180_000
/** Every second payment of a block goes to a watched wallet. */
const WATCHED = 2
/** No wallet of the stack has such an index. */
const FIRST_INDEX = 1_000_000

type Options = { watched: number[]; blocks: number; perBlock: number; repeats: number }

/**
 * Reads the same blocks for deposits with few and with many watched wallets: the cost of a block must not grow with
 * their number.
 */
export async function benchDeposits({ watched, blocks, perBlock, repeats }: Options): Promise<void> {
  const home = mkdtempSync(join(tmpdir(), 'slipway-deposits-'))
  try {
    await withWorld(async (world) => {
      const chain = await openEventChain(world, home)
      try {
        await serve(world, chain, false)
        // The watched deposits are copies of it.
        await world.api.post('/v1/wallet/hd/generate', { chainType: 'EVM', purpose: 'BENCH', count: 1 })
        await mineBlocks(chain, { blocks, perBlock })
        const medians: number[] = []
        for (const count of watched) {
          const found: number[] = []
          for (let round = 0; round < repeats; round++) found.push(await readAll(world, chain, count))
          const median = percentile(found, 50)
          medians.push(median)
          const stored = await storedOn(world)
          if (stored !== (blocks * perBlock) / WATCHED) throw new Error(`${stored} deposits are stored`)
          const ratio = (median / (medians[0] ?? median)).toFixed(2)
          console.log(
            `  ${count} wallets: ${median.toFixed(2)} ms a block of ${perBlock} payments (${found.map((ms) => ms.toFixed(2)).join(', ')}),` +
              ` ${ratio} times that of ${watched[0]}; ${stored} deposits`,
          )
        }
      } finally {
        await chain.stop()
      }
    })
  } finally {
    rmSync(home, { recursive: true, force: true })
  }
}

/** As `watch` writes them. */
const addressOf = (n: number) => toHex(0xabcdef00n * 2n ** 96n + BigInt(n), { size: 20 })

/** Payments of a block go to the first wallets in turn, and to as many addresses that are nobody's. */
async function mineBlocks({ client }: EventChain, { blocks, perBlock }: Pick<Options, 'blocks' | 'perBlock'>) {
  const [from] = await client.getAddresses()
  if (!from) throw new Error('the chain has no account')
  await client.setAutomine(false)
  let nonce = await client.getTransactionCount({ address: from })
  for (let block = 0; block < blocks; block++) {
    for (let n = 0; n < perBlock; n++) {
      const to = n % WATCHED === 0 ? addressOf(n) : addressOf(10 ** 9 + block * perBlock + n)
      await client.sendTransaction({ account: from, chain: null, to, value: 1n, gas: 21_000n, nonce: nonce++ })
    }
    await client.mine({ blocks: 1 })
  }
}

/** From the first range that is stored to the head, in milliseconds a block, with so many wallets. */
async function readAll(world: World, chain: EventChain, count: number): Promise<number> {
  const { sql } = world
  await serve(world, chain, false)
  await watch(world, count)
  for (const table of ['deposits', 'chain_cursors', 'chain_blocks'])
    await sql`delete from ${sql(table)} where chain_id = ${CHAIN.chainId}`
  await serve(world, chain, true)
  const head = await chain.client.getBlockNumber()
  const deadline = performance.now() + STALLED_MS
  let first: { block: bigint; at: number } | null = null
  for (;;) {
    const block = await readTo(world)
    if (block > 0n) first ??= { block, at: performance.now() }
    if (first && block >= head) return (performance.now() - first.at) / Number(head - first.block)
    if (performance.now() > deadline) throw new Error(`the chain is read to block ${block} of ${head}`)
    await wait(5)
  }
}

async function readTo({ sql }: World): Promise<bigint> {
  const [row] = await sql`
    select block_number::text as block from chain_cursors where chain_id = ${CHAIN.chainId} and consumer = 'deposits'`
  return BigInt(row?.block ?? 0)
}

async function storedOn({ sql }: World): Promise<number> {
  const [row] = await sql`select count(*)::int as n from deposits where chain_id = ${CHAIN.chainId}`
  return row?.n ?? 0
}

/** Without its endpoint no process follows a chain; a follower in progress ends first. */
async function serve({ sql }: World, { rpcUrl }: EventChain, isServed: boolean): Promise<void> {
  await sql`delete from rpc_endpoints where chain_id = ${CHAIN.chainId}`
  if (isServed) {
    await sql`insert into rpc_endpoints (id, chain_id, url) values (${newId()}, ${CHAIN.chainId}, ${rpcUrl})`
    return
  }
  const deadline = performance.now() + STALLED_MS
  for (;;) {
    const [row] = await sql`
      select count(*)::int as n from chain_cursors where chain_id = ${CHAIN.chainId} and consumer = 'deposits' and lease_until > now()`
    if (row?.n === 0) return
    if (performance.now() > deadline) throw new Error('somebody still follows the chain')
    await wait(100)
  }
}

/** Wallets of the demo as they would be, at addresses that nobody has keys of. */
async function watch({ sql, facts }: World, count: number): Promise<void> {
  await sql`
    insert into wallets (id, business_id, project_id, seed_id, chain_type, address_index, address, derivation_path, purpose)
    select gen_random_uuid(), w.business_id, w.project_id, w.seed_id, 'EVM', ${FIRST_INDEX}::int + n, '0x' || lpad('abcdef00', 16, '0') || lpad(to_hex(n), 24, '0'), 'none', 'BENCH'
    from (select * from wallets where business_id = ${facts.demo.businessId} and chain_type = 'EVM' limit 1) w, generate_series(0, ${count - 1}) n
    on conflict do nothing`
  await sql`analyze wallets`
}
