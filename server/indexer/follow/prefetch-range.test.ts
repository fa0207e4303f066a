import { expect, test, vi } from 'vitest'
import { inWorker } from '@/server/ctx'
import { createWakeSignal } from '@/server/waking/create-wake-signal'
import { lockConfigShared } from './config-lock'
import { transferLog } from './event-chain.test-data'
import { newFollower } from './follow-chain'
import { CHAIN_ID, openFollowWorld } from './follow-world.test-data'

const on = openFollowWorld()
const { subscribe, turn, idsSent } = on
const logRequests = () => on.node.asked.filter((method) => method === 'eth_getLogs').length

/** Mines more than two ranges with an event in every block. */
function mineALot(): void {
  for (let n = 0; n < 70; n++) on.world.mine(transferLog(BigInt(n)))
}

test('the next range is read while the last one is being stored, and only once', async () => {
  const id = await subscribe()
  mineALot()
  const follower = newFollower()
  const [locked, gate] = [createWakeSignal(), createWakeSignal()]
  const [isLocked, isOpen] = [locked.next(), gate.next()]
  const holding = inWorker(async ({ db }) => {
    await lockConfigShared(db, CHAIN_ID)
    locked.wake()
    await isOpen
  })
  await isLocked
  const stored = turn(follower)
  await vi.waitFor(() => expect(logRequests()).toBe(2), { timeout: 60_000 })
  gate.wake()
  await holding
  await stored
  while ((await turn(follower)) === 'read');
  expect(await idsSent(id)).toEqual(on.world.eventIds)
  // 20, 30 and 20 blocks.
  expect(logRequests()).toBe(3)
})

test('a range that was read ahead is read again for a subscription that was added since', async () => {
  const first = await subscribe()
  mineALot()
  const follower = newFollower()
  await turn(follower)
  const second = await subscribe({ fromBlock: 21n })
  while ((await turn(follower)) === 'read');
  expect(await idsSent(first)).toEqual(on.world.eventIds)
  expect(await idsSent(second)).toEqual(on.world.eventIds.slice(20))
})

test('a follower drops what it read ahead if another one moved its cursor', async () => {
  const id = await subscribe()
  mineALot()
  const follower = newFollower()
  await turn(follower)
  const other = newFollower()
  while ((await turn(other)) === 'read');
  expect(await turn(follower)).toBe('waiting')
  expect(await idsSent(id)).toEqual(on.world.eventIds)
})

test('an error of reading ahead is thrown in the turn that needs the range', async () => {
  const id = await subscribe()
  mineALot()
  const follower = newFollower()
  const [hidden] = on.world.blocks.slice(30)
  if (hidden) on.world.hidden.add(hidden.hash)
  expect(await turn(follower)).toBe('read')
  await expect(turn(follower)).rejects.toThrow('block 30')
  on.world.hidden.clear()
  while ((await turn(follower)) === 'read');
  expect(await idsSent(id)).toEqual(on.world.eventIds)
})

test('a reorg above the stored blocks is reported as the chain is then', async () => {
  const id = await subscribe()
  mineALot()
  const follower = newFollower()
  await turn(follower)
  // The range that was read ahead is complete, and its blocks are gone from the chain.
  await follower.ahead?.reading
  on.world.forget(45)
  for (let n = 0; n < 60; n++) on.world.mine(transferLog(BigInt(1_000 + n)))
  for (let turns = 0; turns < 40; turns++) await turn(follower)
  expect((await on.believed(id)).sort()).toEqual(on.world.standing().sort())
})
