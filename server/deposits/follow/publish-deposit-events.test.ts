import { eq, sql } from 'drizzle-orm'
import { type Address, getAddress } from 'viem'
import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { alarms } from '@/db/schema'
import { workerCtx } from '@/server/ctx'
import { CONTRACT, transferLog } from '@/server/indexer/follow/event-chain.test-data'
import { nameTraces } from '@/server/testing/name-traces'
import { unguardRows } from '@/server/testing/poisoned-rows'
import { withSpan } from '@/server/tracing/trace'
import { addEndpoint, messagesTo } from '@/server/webhooks/destinations/endpoint-world.test-data'
import { openDepositWorld } from './deposit-world.test-data'
import { OUTSIDER } from './money-chain.test-data'

const on = openDepositWorld()
const { follow, rows } = on
let alice: Address

beforeEach(async () => {
  const [wallet] = await on.walletRows()
  alice = getAddress(wallet?.address ?? '')
})

const toAlice = (units: bigint) => transferLog(units, { from: OUTSIDER, to: alice })
const stages = async () => (await rows()).map(({ stage, amountUnits }) => [stage, amountUnits])

describe('the webhook endpoints of the project', () => {
  test('hear of a deposit once it is confirmed, with all that is known of it', async () => {
    const { id } = await addEndpoint(on.tenant, 'https://x.example', { events: ['wallet.deposit.confirmed'] })
    on.world.mineMoney({ logs: [toAlice(2_500_000n)], coins: [] })
    await follow()
    expect(await messagesTo(id)).toEqual([])
    on.world.mineMany(2)
    await follow()
    await follow()
    const [row] = await rows()
    expect(await messagesTo(id)).toMatchObject([{ source: 'deposit', sourceId: row?.id }])
    const [message] = await on.reported()
    expect(message?.body).toMatchObject({
      type: 'wallet.deposit.confirmed',
      data: {
        ...{
          id: row?.id,
          walletId: row?.walletId,
          address: alice,
          addressIndex: 0,
          chainType: 'EVM',
          chainId: on.chain.chainId,
        },
        ...{
          tokenAddress: getAddress(CONTRACT),
          symbol: 'USDT',
          amount: '2.5',
          fromAddress: getAddress(OUTSIDER),
          logIndex: 0,
        },
        ...{ blockNumber: 1, stage: 'confirmed', confirmations: 3 },
      },
    })
  })

  test('know a deposit by its webhook-id that a restored backup finds again', async () => {
    const { id } = await addEndpoint(on.tenant, 'https://x.example', { events: ['wallet.deposit.confirmed'] })
    on.world.mineMoney({ logs: [toAlice(1n), toAlice(1n)], coins: [] })
    on.world.mineMany(3)
    const said = async () => {
      await follow()
      await follow()
      return (await messagesTo(id)).map(({ reportedAs }) => reportedAs).sort()
    }
    const before = await said()
    expect(new Set(before).size).toBe(2)
    for (const table of ['webhook_messages', 'deposits', 'chain_blocks', 'chain_cursors'])
      await workerCtx().db.execute(sql.raw(`delete from ${table}`))
    expect(await said()).toEqual(before)
  })

  test('hear of it in the trace of the run that saw it', async () => {
    const stop = nameTraces()
    const { id } = await addEndpoint(on.tenant, 'https://x.example', { events: ['wallet.deposit.confirmed'] })
    on.world.mineMoney({ logs: [toAlice(3n)], coins: [] })
    await withSpan('job that sees', async () => follow())
    on.world.mineMany(2)
    await withSpan('job that confirms', async () => follow())
    await withSpan('job that confirms', async () => follow())
    stop()
    const [message] = await messagesTo(id)
    expect(message?.traceContext).toMatch(/^job that sees/)
  })

  test('hear that one is gone if they heard of it, and of nothing that was only seen', async () => {
    await addEndpoint(on.tenant, 'https://x.example')
    on.world.mineMoney({ logs: [toAlice(1n)], coins: [] })
    on.world.mineMany(2)
    on.world.mineMoney({ logs: [toAlice(2n)], coins: [] })
    await follow()
    on.world.lose(4)
    on.world.mineMany(6)
    await follow()
    expect((await on.reported()).map(({ kind, body }) => [kind, body.data.amount, body.data.stage])).toEqual([
      ['wallet.deposit.confirmed', '0.000001', 'confirmed'],
      ['wallet.deposit.reverted', '0.000001', 'reverted'],
    ])
    expect((await stages()).map(([stage]) => stage)).toEqual(['reverted', 'reverted'])
    const open = await workerCtx().db.select().from(alarms).where(eq(alarms.kind, 'finality_broken'))
    expect(open).toMatchObject([{ kind: 'finality_broken', chainId: on.chain.chainId }])
  })
})

describe('a row that cannot be read', () => {
  beforeAll(unguardRows)
  const damage = (damaged: string, of: bigint) =>
    workerCtx().db.execute(sql`update deposits set ${sql.raw(damaged)} where amount_units = ${of.toString()}::numeric`)

  test('waits for its repair, and holds no other up', async () => {
    await addEndpoint(on.tenant, 'https://x.example')
    on.world.mineMoney({ logs: [toAlice(1n), toAlice(2n)], coins: [] })
    on.world.mineMoney({ logs: [toAlice(3n)], coins: [] })
    await follow()
    await damage("created_at = 'infinity'", 1n)
    on.world.mineMany(3)
    await follow()
    const reported = async () => (await on.reported()).map(({ body }) => body.data.amount)
    expect(await reported()).toEqual(['0.000002', '0.000003'])
    await damage('created_at = now()', 1n)
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 120_000 })
    on.world.mine()
    await follow()
    expect((await stages()).sort()).toEqual([
      ['confirmed', 1n],
      ['confirmed', 2n],
      ['confirmed', 3n],
    ])
    expect(await reported()).toEqual(['0.000002', '0.000003', '0.000001'])
  })

  test('stops no chain that is rebuilt: it ends, and the others are told of', async () => {
    await addEndpoint(on.tenant, 'https://x.example')
    on.world.mineMoney({ logs: [toAlice(1n), toAlice(2n)], coins: [] })
    on.world.mineMany(2)
    await follow()
    await damage("created_at = 'infinity'", 1n)
    on.world.lose(3)
    on.world.mineMany(5)
    await follow()
    const reverted = (await on.reported()).filter(({ kind }) => kind === 'wallet.deposit.reverted')
    expect(reverted.map(({ body }) => body.data.amount)).toEqual(['0.000002'])
    await damage('created_at = now()', 1n)
    expect(await stages()).toEqual([
      ['reverted', 1n],
      ['reverted', 2n],
    ])
  })
})
