import { eq } from 'drizzle-orm'
import { v7 } from 'uuid'
import { describe, expect, it } from 'vitest'
import { lanes, transactionAttempts, webhookMessages } from '@/db/schema'
import { laneFilter } from '@/schemas/lanes/contract'
import { workerCtx } from '@/server/ctx'
import { pauseLanes } from '@/server/engine/evm/open-lanes'
import { pauseWallets } from '@/server/engine/solana/fill-queue'
import { getOperatorTransaction } from './get-operator-transaction'
import { CHAIN_ID, openLanesWorld } from './lanes-world.test-data'
import { listLanes } from './list-lanes'
import { listStuckHeads } from './list-stuck-heads'

const on = openLanesWorld()
const { asOperator, insert, sent, openLane } = on

const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000)

async function ownLane(filter: Partial<Parameters<typeof laneFilter.parse>[0] & object> = {}) {
  const page = await asOperator((ctx) =>
    listLanes(ctx, laneFilter.parse({ search: on.project.wallet.address, ...filter })),
  )
  return page.items[0]
}

describe('listLanes', () => {
  it('counts what is mined, in flight, missing and queued, and draws the nonces', async () => {
    await openLane({ nextNonce: 9 })
    await sent(4, { status: 'COMPLETED', stage: 'final' })
    const mined = await sent(5, { stage: 'mined' })
    const head = await sent(6)
    const cancelled = await sent(8, { cancelRequestedAt: new Date() })
    await insert()
    await insert()
    const lane = await ownLane()
    expect(lane).toMatchObject({ mined: 1, inFlight: 2, holes: 1, queued: 2, nextNonce: 9, isStuck: false })
    expect(lane?.cells.slice(-4)).toEqual([
      { nonce: 5, state: 'used', transactionId: mined },
      { nonce: 6, state: 'in_flight', transactionId: head },
      { nonce: 7, state: 'hole', transactionId: null },
      { nonce: 8, state: 'cancelling', transactionId: cancelled },
    ])
  })

  it('calls a lane stuck once its lowest nonce waits longer than the chain’s patience, and lists the head', async () => {
    await openLane({ nextNonce: 2 })
    const head = await sent(0, { signedAt: minutesAgo(5), broadcastAt: minutesAgo(5) })
    await sent(1)
    await workerCtx()
      .db.insert(transactionAttempts)
      .values({
        businessId: on.tenant.businessId,
        transactionId: head,
        chainId: CHAIN_ID,
        fromAddress: on.project.wallet.address,
        nonce: 0,
        txHash: `0x${v7().replaceAll('-', '')}`,
        rawTransaction: new Uint8Array(1),
        gasLimit: 1n,
        maxFeePerGas: 1n,
        maxPriorityFeePerGas: 1n,
        outcome: 'rejected',
        outcomeDetail: 'replacement transaction underpriced',
        answers: [{ endpoint: 'first', outcome: 'rejected', detail: 'underpriced' }],
      })
    expect(await ownLane({ state: 'stuck' })).toMatchObject({ isStuck: true })
    const heads = await asOperator(listStuckHeads)
    expect(heads.items.find(({ transactionId }) => transactionId === head)).toMatchObject({
      nonce: 0,
      behind: 1,
      attempts: 1,
      lastAnswer: 'replacement transaction underpriced',
      address: on.project.wallet.address,
    })
    const { attempts, owner } = await asOperator((ctx) => getOperatorTransaction(ctx, head))
    expect(attempts[0]?.answers).toEqual([{ endpoint: 'first', outcome: 'rejected', detail: 'underpriced' }])
    expect(owner.businessId).toBe(on.tenant.businessId)
  })

  it('shows operators the webhook that told of a transaction', async () => {
    const id = await insert({ webhookUrl: 'https://x.example/hook' })
    const read = () => asOperator((ctx) => getOperatorTransaction(ctx, id))
    expect((await read()).message).toBeNull()
    const { businessId, projectId } = on.project.tenant
    const reported = { source: 'transaction', sourceId: id, kind: 'wallet.transfer.completed' } as const
    await workerCtx()
      .db.insert(webhookMessages)
      .values({ businessId, projectId, ...reported, url: 'https://x.example/hook', body: '{}', status: 'delivered' })
    expect((await read()).message).toMatchObject({ status: 'delivered', sourceId: id })
  })

  it('finds lanes by state, chain and business', async () => {
    await openLane({ nextNonce: 0, blockedReason: 'Waiting for gas' })
    expect(await ownLane({ state: 'busy' })).toBeUndefined()
    expect(await ownLane({ state: 'blocked' })).toBeUndefined()
    await insert({ createdAt: minutesAgo(3) })
    expect(await ownLane({ state: 'blocked' })).toMatchObject({ blockedReason: 'Waiting for gas', queued: 1 })
    expect(await ownLane({ chainId: 1 })).toBeUndefined()
    expect(await ownLane({ search: on.project.wallet.address.toLowerCase() })).toMatchObject({ queued: 1 })
    expect(await ownLane({ search: '%' })).toBeUndefined()
  })

  it('says why a lane waits, since when, how often and when it is looked at again', async () => {
    await openLane()
    await insert()
    const { id: walletId } = on.project.wallet
    const [row] = await workerCtx().db.select().from(lanes).where(eq(lanes.walletId, walletId))
    if (!row) throw new Error('no lane')
    const pause = (reason: string) => pauseLanes(workerCtx(), [{ lane: row, reason, pauseMs: 60_000 }])
    await pause('Waiting for gas')
    const first = await ownLane()
    expect(first).toMatchObject({ blockedReason: 'Waiting for gas', blockedCount: 1 })
    expect(Date.parse(first?.notBefore ?? '')).toBeGreaterThan(Date.parse(first?.blockedSince ?? ''))
    await pause('Waiting for gas')
    expect(await ownLane()).toMatchObject({ blockedSince: first?.blockedSince, blockedCount: 2 })
    await pause('No gas wallet is set up on this chain')
    expect(await ownLane()).toMatchObject({ blockedReason: 'No gas wallet is set up on this chain', blockedCount: 1 })
    const queued = [{ businessId: row.businessId, walletId, fromAddress: row.address }]
    for (let time = 0; time < 2; time++)
      await pauseWallets(workerCtx(), CHAIN_ID, { queued, reason: 'Waiting for rent', pauseMs: 1_000 })
    expect(await ownLane()).toMatchObject({ blockedReason: 'Waiting for rent', blockedCount: 2 })
  })

  it('counts what waits for a relayer and has no lane', async () => {
    const before = (await asOperator((ctx) => listLanes(ctx, laneFilter.parse({})))).unassigned
    await insert({ laneWalletId: null })
    expect((await asOperator((ctx) => listLanes(ctx, laneFilter.parse({})))).unassigned).toBe(before + 1)
  })
})
