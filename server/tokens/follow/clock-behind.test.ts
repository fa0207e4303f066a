import { afterAll, beforeAll, expect, test } from 'vitest'
import { tokens } from '@/db/schema'
import { tokenView } from '@/schemas/tokens/contract'
import { workerCtx } from '@/server/ctx'
import { openTokenWorld, PLAIN, type TokenWorld } from '@/server/tokens/token-world.test-data'

let world: TokenWorld
beforeAll(async () => {
  world = await openTokenWorld()
})
afterAll(() => world.close())

test('follows a chain whose clock is far behind ours', async () => {
  const issued = await world.issue(PLAIN)
  await workerCtx()
    .db.update(tokens)
    .set({ createdAt: new Date(Date.now() + 86_400_000) })
  const { id, operationRef } = tokenView.parse(issued.data)
  const deployment = await world.client.get(`/v1/tokens/${id}/operations/${operationRef}`)
  expect((await world.ended(id, { ...deployment, code: 202 })).status).toBe('COMPLETED')
  expect((await world.read(id)).status).toBe('ACTIVE')
  await world.done(id, 'mint', { to: world.admin, amount: '5' })
  expect((await world.read(id)).totalSupply).toBe('5')
})
