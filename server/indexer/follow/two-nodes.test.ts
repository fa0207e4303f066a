import { expect, test } from 'vitest'
import { chainOf } from '@/server/chains/testing/chain-of'
import { startStubNode } from '@/server/chains/testing/stub-node'
import { transferLog } from './event-chain.test-data'
import { CHAIN_ID, openFollowWorld } from './follow-world.test-data'

const on = openFollowWorld()
const { subscribe, follow, idsSent } = on

test('a node that lies is skipped for one that can prove its answer', async () => {
  await subscribe()
  const log = transferLog(1n)
  on.world.mine(log)
  on.world.hiddenLogs.add(log.transactionHash)
  const honest = await startStubNode({ chainId: CHAIN_ID, methods: on.world.honest() })
  on.chain = { ...chainOf([{ url: on.node.url }, { url: honest.url, priority: 1 }]), chainId: CHAIN_ID, code: 'BASE' }
  await follow()
  await honest.close()
  expect(await idsSent()).toEqual(on.world.eventIds)
})
