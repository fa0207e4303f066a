import { performance } from 'node:perf_hooks'
import type { Address } from 'viem'
import { getAbiItem } from 'viem'
import { erc20EventsAbi } from '@/contracts/generated/catalog-events'
import { newId } from '@/db/new-id'
import type { EventChain } from './event-world'
import type { World } from './transfer-world'

const RANGE = 500n

/**
 * The limit: logs alone, without proof that they are whole, decoded by viem, and for each range one transaction with
 * the events, an outbox row for each and the checkpoint. Events per second.
 */
export async function readBare({ sql }: World, chain: EventChain, contract: Address, last: bigint): Promise<number> {
  await sql`drop schema if exists bare cascade`
  await sql`create schema bare`
  await sql`create table bare.events (id uuid primary key, event_id text unique, block bigint, block_hash text)`
  await sql`create table bare.outbox (id uuid primary key, event_id text, body text, due_at timestamptz)`
  await sql`create index on bare.outbox (due_at)`
  await sql`create table bare.checkpoint (block bigint)`
  const event = getAbiItem({ abi: erc20EventsAbi, name: 'Transfer' })
  let count = 0
  const startedAt = performance.now()
  for (let first = 0n; first <= last; first += RANGE) {
    const toBlock = first + RANGE - 1n < last ? first + RANGE - 1n : last
    const logs = await chain.client.getLogs({ address: contract, event, fromBlock: first, toBlock, strict: true })
    const rows = logs.map((log) => {
      const { from, to, value } = log.args
      const eventId = `${log.transactionHash}:${log.logIndex}`
      const body = JSON.stringify({
        id: eventId,
        from,
        to,
        amount: value.toString(),
        blockNumber: Number(log.blockNumber),
      })
      return { id: newId(), eventId, block: log.blockNumber.toString(), blockHash: log.blockHash, body }
    })
    count += rows.length
    await sql.begin(async (tx) => {
      const text = JSON.stringify(rows)
      await tx`insert into bare.events select id, "eventId", block, "blockHash" from jsonb_to_recordset(${text}::text::jsonb)
        as r(id uuid, "eventId" text, block bigint, "blockHash" text)`
      await tx`insert into bare.outbox select id, "eventId", body, now() from jsonb_to_recordset(${text}::text::jsonb)
        as r(id uuid, "eventId" text, body text)`
      await tx`insert into bare.checkpoint values (${toBlock.toString()})`
    })
  }
  return (count * 1_000) / (performance.now() - startedAt)
}
