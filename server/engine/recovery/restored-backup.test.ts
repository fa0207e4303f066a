import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { lanes, proposals, recoveries } from '@/db/schema'
import type { RepeatedDecision } from '@/schemas/recovery/words'
import { inOperator, workerCtx } from '@/server/ctx'
import { approveProposal } from '@/server/proposals/decide-proposal'
import { findRecovery } from '@/server/recovery/find-recovery'
import { isRecovering } from '@/server/recovery/is-recovering'
import { openEngineWorld, RECIPIENT } from '@/server/testing/engine-world'
import { first } from '@/server/testing/first'
import { alarmedOf } from '@/server/testing/open-alarms'
import { endRecoveries } from '@/server/testing/open-recovery'
import { takeBackup } from '@/server/testing/restorable-database'
import { PROPOSAL_MUTATIONS } from '@/transport/proposals/mutations'
import { decideRepeated } from './decide-repeated'
import { listRepeated } from './list-repeated'
import { detectChainsAhead } from './notice-restore'
import { requestLeave } from './request-leave'
import { snapshotChains } from './snapshot-chains'

let world: Awaited<ReturnType<typeof openEngineWorld>>
beforeAll(async () => {
  world = await openEngineWorld()
})
afterAll(() => world.close())
afterEach(endRecoveries)

const open = () => findRecovery(workerCtx())
const paid = () => world.chain.tokenBalance(RECIPIENT)
const operator = () =>
  ({ actor: { type: 'user', id: randomUUID(), name: 'Operator' }, requestId: randomUUID() }) as const

const stateAfterSnapshot = async () => {
  await snapshotChains(workerCtx())
  return (await open())?.findings[0]?.state
}

/** Makes the recovery two minutes older, as if everything that was sent before had left the pools. */
const age = () =>
  workerCtx()
    .db.update(recoveries)
    .set({ enteredAt: new Date(Date.now() - 120_000) })

test('transfers that a restored backup has as waiting are paid once, and an operator sees what it lacks', async () => {
  const wallet = await world.newWallet(40_000_000n)
  // The transfers of this wallet after the backup are its first ones.
  const other = await world.newWallet(20_000_000n)
  const earlier = await world.transfer(wallet.address, '1')
  await world.runUntilEnded(earlier.id)
  const before = await paid()
  const waiting = [await world.transfer(wallet.address, '1'), await world.transfer(wallet.address, '2')]
  const ids = waiting.map(({ id }) => id)
  const backup = await takeBackup(world.databaseUrl)
  const forgotten = [
    await world.transfer(wallet.address, '3'),
    await world.transfer(wallet.address, '4'),
    await world.transfer(other.address, '5'),
  ]
  await world.runUntilEnded(...ids, ...forgotten.map(({ id }) => id))
  const sent = await Promise.all(forgotten.map(({ id }) => world.rowOf(id)))
  await backup.restore()

  // The gas wallet of this chain has sent top-ups since the backup.
  const gasLanes = eq(lanes.address, world.chain.gasWallet)
  const { nextNonce } = first(await workerCtx().db.select().from(lanes).where(gasLanes))
  await workerCtx()
    .db.update(lanes)
    .set({ nextNonce: (nextNonce ?? 1) - 1 })
    .where(gasLanes)
  await detectChainsAhead(workerCtx())
  expect(await open()).toMatchObject({ cause: 'chain_ahead' })
  expect(await alarmedOf('recovering')).toEqual(['platform'])
  await world.runEngine()
  expect((await Promise.all(ids.map(world.attemptsOf))).flat()).toEqual([])

  await expect.poll(stateAfterSnapshot).toBe('level')
  await age()
  await snapshotChains(workerCtx())
  const recovery = await open()
  expect(recovery?.lost.map(({ hash }) => hash).toSorted()).toEqual(sent.map(({ txHash }) => txHash).toSorted())

  const leave = { recoveryId: recovery?.id ?? '', reason: 'its business was told' }
  expect(await inOperator(operator(), (ctx) => requestLeave(ctx, leave))).toEqual({ state: 'proposed' })
  expect(await isRecovering()).toBe(true)
  const { id: proposalId } = first(await workerCtx().db.select().from(proposals).where(eq(proposals.state, 'OPEN')))
  await inOperator(operator(), (ctx) => approveProposal(ctx, { proposalId }, PROPOSAL_MUTATIONS))
  expect(await isRecovering()).toBe(false)

  const later = await world.transfer(wallet.address, '1')
  await world.runUntilEnded(...ids, later.id)
  expect((await Promise.all([...ids, later.id].map(world.rowOf))).map(({ status }) => status)).toEqual(
    Array.from({ length: 3 }, () => 'COMPLETED'),
  )
  expect((await paid()) - before).toBe(16_000_000n)

  const repeated = [
    await world.transfer(wallet.address, '3'),
    await world.transfer(wallet.address, '4'),
    await world.transfer(other.address, '5'),
  ]
  const [found, another, unwanted] = repeated.map(({ id }) => id)
  const news = await world.transfer(wallet.address, '6')
  await world.runUntilEnded(news.id)
  for (const { id } of repeated)
    expect(await world.rowOf(id)).toMatchObject({ status: 'PENDING', needsOperator: expect.stringContaining('0x') })
  const listed = await inOperator(operator(), (ctx) => listRepeated(ctx))
  expect(listed.map(({ transactionId, chain: { hash } }) => [transactionId, hash]).toSorted()).toEqual(
    repeated.map(({ id }, n) => [id, sent[n]?.txHash]).toSorted(),
  )
  const decide = async (transactionId = '', decision: RepeatedDecision) => {
    const input = { transactionId, decision, reason: 'the customer was asked' }
    const outcome = await inOperator(operator(), (ctx) => decideRepeated(ctx, input))
    const [proposal] = await workerCtx().db.select().from(proposals).where(eq(proposals.state, 'OPEN'))
    if (proposal)
      await inOperator(operator(), (ctx) => approveProposal(ctx, { proposalId: proposal.id }, PROPOSAL_MUTATIONS))
    return outcome.state
  }
  expect(await decide(unwanted, 'cancel')).toBe('done')
  expect(await world.rowOf(unwanted ?? '')).toMatchObject({ status: 'FAILED' })
  // The token of this test has no price.
  expect([await decide(found, 'sent'), await decide(another, 'send')]).toEqual(['proposed', 'proposed'])
  await world.runUntilEnded(found ?? '', another ?? '')
  expect(await world.rowOf(found ?? '')).toMatchObject({ status: 'COMPLETED', txHash: sent[0]?.txHash })
  expect((await world.rowOf(another ?? '')).txHash).not.toBe(sent[1]?.txHash)
  expect((await paid()) - before).toBe(26_000_000n)
  expect(await inOperator(operator(), (ctx) => listRepeated(ctx))).toEqual([])
  await expect(decide(found, 'sent')).rejects.toThrow()
})
