import { expect, test, vi } from 'vitest'
import { inWorker } from '@/server/ctx'
import { createBell } from '@/server/waking/create-bell'
import { holdNextStore } from './config-lock'
import { transferLog } from './event-chain.test-data'
import { newFollower } from './follow-chain'
import { CHAIN_ID, openFollowWorld } from './follow-world.test-data'

const on = openFollowWorld()
const { subscribe, turn, idsSent } = on
const displays = () => on.node.asked.filter((method) => method === 'eth_getLogs').length

/** More than two ranges, with something in every block. */
function mineALot(): void {
  for (let n = 0; n < 70; n++) on.world.mine(transferLog(BigInt(n)))
}

test('the next range is read while the last one waits to be stored, and not a second time', async () => {
  const id = await subscribe()
  mineALot()
  const follower = newFollower()
  const [locked, gate] = [createBell(), createBell()]
  const [isLocked, isOpen] = [locked.next(), gate.next()]
  const holding = inWorker(async ({ db }) => {
    await holdNextStore(db, CHAIN_ID)
    locked.ring()
    await isOpen
  })
  await isLocked
  const stored = turn(follower)
  await vi.waitFor(() => expect(displays()).toBe(2), { timeout: 60_000 })
  gate.ring()
  await holding
  await stored
  while ((await turn(follower)) === 'read');
  expect(await idsSent(id)).toEqual(on.world.eventIds)
  // 20, 30 and 20 blocks.
  expect(displays()).toBe(3)
})

test('what was read ahead without a subscription that came since is read again with it', async () => {
  const first = await subscribe()
  mineALot()
  const follower = newFollower()
  await turn(follower)
  const second = await subscribe({ fromBlock: 21n })
  while ((await turn(follower)) === 'read');
  expect(await idsSent(first)).toEqual(on.world.eventIds)
  expect(await idsSent(second)).toEqual(on.world.eventIds.slice(20))
})

test('what was read ahead is forgotten by a follower whose cursor another one moved', async () => {
  const id = await subscribe()
  mineALot()
  const follower = newFollower()
  await turn(follower)
  const other = newFollower()
  while ((await turn(other)) === 'read');
  expect(await turn(follower)).toBe('waiting')
  expect(await idsSent(id)).toEqual(on.world.eventIds)
})

test('a fault of what is read ahead is one of the turn that needs it', async () => {
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

test('a chain that is rebuilt above what was stored is told as it is then', async () => {
  const id = await subscribe()
  mineALot()
  const follower = newFollower()
  await turn(follower)
  // The range behind is there already, and of blocks that are gone.
  await follower.ahead?.reading
  on.world.forget(45)
  for (let n = 0; n < 60; n++) on.world.mine(transferLog(BigInt(1_000 + n)))
  for (let turns = 0; turns < 40; turns++) await turn(follower)
  expect((await on.believed(id)).sort()).toEqual(on.world.standing().sort())
})
