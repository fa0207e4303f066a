import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startStubNode } from '@/server/chains/testing/stub-node'
import { KNOWS_ALL_CONTRACTS } from '@/server/testing/answer-call'
import { newMutationWorld } from '@/server/testing/mutation-world'
import { MUTATION_EXAMPLES } from '@/server/testing/mutations'
import { openDatabase } from '@/server/testing/open-database'
import { endRecoveries, openRecovery } from '@/server/testing/open-recovery'
import { mutatePortal } from '@/server/testing/portal-caller'

let node: Awaited<ReturnType<typeof startStubNode>>

openDatabase()
beforeAll(async () => {
  node = await startStubNode({ chainId: 84_532, methods: KNOWS_ALL_CONTRACTS })
})
afterAll(() => node.close())

it('refuses to pay with 503 after a restore where the answer of a node about the payout cannot be read', async () => {
  const world = await newMutationWorld(node.url)
  const example = await MUTATION_EXAMPLES['tokens.payCoupon']?.(world)
  if (!example) throw new Error('there is no example of tokens.payCoupon')
  await openRecovery()
  await endRecoveries()
  const { as, input } = example
  const { status, text } = await mutatePortal(as, { path: 'tokens.payCoupon', input, key: randomUUID() })
  expect({ status, text }).toMatchObject({ status: 503, text: expect.stringContaining('chain_unreachable') })
})
