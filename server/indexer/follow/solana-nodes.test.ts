import { sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { LeaseLostError } from '@/db/lease'
import { RpcUnavailableError } from '@/server/chains/rpc'
import { workerCtx } from '@/server/ctx'
import { MINT, move, openSolanaFollowWorld } from './solana-follow-world.test-data'

// A busy machine needs longer limits.
const on = openSolanaFollowWorld()
const { subscribe, turn, follow, sent, idsSent } = on

const ids = () => on.world.ledger.filter(({ mint }) => mint === MINT).map(({ id }) => id)

describe('a node that', () => {
  test('leaves a block out is not believed', async () => {
    const id = await subscribe()
    await follow()
    const block = on.world.mine({ done: [on.world.do([move()])] })
    on.world.mine()
    on.world.unlisted.add(block.slot)
    await expect(follow()).rejects.toThrow(`block ${block.slot} was left out before block ${block.slot + 1}`)
    expect(await sent()).toEqual([])
    on.world.recover()
    await follow()
    expect(await idsSent(id)).toEqual(ids())
  })

  test('leaves out the first block of a new subscription is not believed either', async () => {
    const block = on.world.mine({ done: [on.world.do([move()])] })
    const id = await subscribe({ fromBlock: BigInt(block.slot) })
    on.world.mine()
    on.world.unlisted.add(block.slot)
    await expect(follow()).rejects.toThrow(RpcUnavailableError)
    on.world.recover()
    await follow()
    expect(await idsSent(id)).toEqual(ids())
  })

  test.each([-32_007, -32_009, -32_004, -32_001])(
    'answers %i about a block that it listed does not make the follower skip it',
    async (code) => {
      const id = await subscribe()
      await follow()
      const lost = on.world.mine({ done: [on.world.do([move()])] })
      on.world.mine({ skipped: 2, done: [on.world.do([move()])] })
      on.world.said.set(lost.slot, () => ({ error: { code, message: `Slot ${lost.slot} was skipped, or missing` } }))
      for (let tries = 0; tries < 2; tries++) await expect(follow()).rejects.toThrow(RpcUnavailableError)
      expect(await sent()).toEqual([])
      // The node claims that the slot was skipped; the next block contradicts it.
      on.world.unlisted.add(lost.slot)
      await expect(follow()).rejects.toThrow('was left out')
      expect(await sent()).toEqual([])
      on.world.recover()
      await follow()
      expect(await idsSent(id)).toEqual(ids())
    },
  )

  test('does not have the newest blocks yet is waited for, and its other blocks are reported', async () => {
    const id = await subscribe()
    on.world.mine({ done: [on.world.do([move()])] })
    const late = on.world.mine({ done: [on.world.do([move()])] })
    on.world.missing.add(late.slot)
    await expect(follow()).rejects.toThrow(`Block not available for slot ${late.slot}`)
    expect(await idsSent(id)).toEqual(ids().slice(0, 1))
    on.world.recover()
    await follow()
    expect(await idsSent(id)).toEqual(ids())
  })

  test('returns a block of another chain is not believed while the read one exists', async () => {
    const id = await subscribe()
    on.world.mine({ done: [on.world.do([move()])] })
    await follow()
    const strange = on.world.mine({ done: [on.world.do([move()])] })
    on.world.said.set(strange.slot, (block) => ({ ...block, previousBlockhash: 'another' }))
    await expect(follow()).rejects.toThrow('was replaced according to')
    on.world.recover()
    await follow()
    expect(await idsSent(id)).toEqual(ids())
  })

  test('lists nothing of what another node reports as final is waited for', async () => {
    await subscribe()
    const { slot } = on.world.mine()
    for (const block of on.world.blocks) on.world.unlisted.add(block.slot)
    on.world.unlisted.add(slot)
    expect(await turn()).toBe('behind')
  })

  test('pruned blocks that were not read yet stops the follower: no block is skipped', async () => {
    await subscribe()
    await follow()
    const lost = on.world.mine({ done: [on.world.do([move()])] })
    on.world.mineMany(3)
    on.world.said.set(lost.slot, () => ({ error: { code: -32_001, message: `Block ${lost.slot} cleaned up` } }))
    for (let tries = 0; tries < 3; tries++) await expect(follow()).rejects.toThrow('cleaned up')
    expect(await sent()).toEqual([])
  })
})

test('a follower that lost its lease while reading stores nothing, and its successor sends everything once', async () => {
  const id = await subscribe()
  const { slot } = on.world.mine({ done: [on.world.do([move()])] })
  on.world.said.set(slot, async (block) => {
    await workerCtx().db.execute(sql`update chain_cursors set lease_owner = gen_random_uuid()::text, fence = fence + 1`)
    return block
  })
  await expect(turn()).rejects.toThrow(LeaseLostError)
  expect(await sent()).toEqual([])
  on.world.recover()
  // The other follower was killed before it read anything.
  await workerCtx().db.execute(sql`update chain_cursors set lease_until = now() - interval '1 second'`)
  await follow()
  expect(await idsSent(id)).toEqual(ids())
})
