import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import superjson from 'superjson'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { chains } from '@/db/schema'
import { deployDelegate } from '@/dev/chains/deploy-delegate'
import { forgetChains } from '@/server/chains/registry'
import { workerCtx } from '@/server/ctx'
import { listPlatformWallets } from '@/server/platform/gas-wallet'
import { CHAIN_ID } from '@/server/testing/local-chain'
import { mutatePortal, newPortalCaller } from '@/server/testing/portal-caller'
import { takeBackup } from '@/server/testing/restorable-database'
import { openTokenWorld, PLAIN, type TokenWorld } from '@/server/tokens/token-world.test-data'

const answered = z.object({ result: z.object({ data: z.any() }) })

let world: TokenWorld
beforeAll(async () => {
  world = await openTokenWorld()
  const delegateAddress = await deployDelegate({ rpcUrl: world.chain.anvil.rpcUrl })
  const { db } = workerCtx()
  await db.update(chains).set({ gasStrategy: 'delegation', delegateAddress }).where(eq(chains.chainId, CHAIN_ID))
  forgetChains()
  for (const { address } of await listPlatformWallets(workerCtx()))
    await world.chain.test.setBalance({ address: `0x${address.slice(2)}`, value: 10n ** 21n })
})
afterAll(() => world.close())

test('a repeated mint that a restored backup lacks happens once', {
  timeout: 180_000,
}, async () => {
  const { id } = await world.active(PLAIN)
  const [holder, other] = [await world.newWallet(), await world.newWallet()]
  const wallets = [holder, other].map((address, n) => ({ address, investorId: `i${n}` }))
  await world.done(id, 'wallets', { wallets })
  const ask = (key: string) => {
    const items = [holder, other, holder].map((to) => ({ to, amount: '5' }))
    return world.client.post(`/v1/tokens/${id}/mint`, { items }, key)
  }
  const backup = await takeBackup(world.database.url)
  const first = await world.ended(id, await ask('issue 1'))
  expect(first).toMatchObject({ status: 'COMPLETED' })

  await backup.restore()
  const second = await world.ended(id, await ask('issue 1'))
  expect(second).toMatchObject({ status: 'COMPLETED', txHash: first.txHash })
  expect(second.operationRef).not.toBe(first.operationRef)
  expect(await world.onChain((await world.read(id)).contractAddress, holder)).toBe(10_000_000n)

  expect(await world.ended(id, await ask('issue 2'))).toMatchObject({ status: 'COMPLETED' })
  expect(await world.onChain((await world.read(id)).contractAddress, holder)).toBe(20_000_000n)
})

test('a mint by the form of the portal that a restored backup lacks happens once', {
  timeout: 180_000,
}, async () => {
  const { businessId, tenant } = world.client
  const developer = await newPortalCaller({ businessId, role: 'developer' })
  const { id } = await world.active({ ...PLAIN, ticker: 'FORM' })
  const holder = await world.newWallet()
  await world.done(id, 'wallets', { wallets: [{ address: holder, investorId: 'i1' }] })
  const mint = async (key: string) => {
    const input = { projectId: tenant.projectId, tokenId: id, to: holder, amount: '5' }
    const { status, text } = await mutatePortal(developer, { path: 'tokens.mint', input, key })
    expect([status, text]).toEqual([200, text])
    const data = superjson.deserialize(answered.parse(JSON.parse(text)).result.data)
    const operation = await world.ended(id, { status: true, message: '', code: 202, replayed: false, data })
    expect(operation).toMatchObject({ status: 'COMPLETED' })
  }
  const held = async () => world.onChain((await world.read(id)).contractAddress, holder)
  const [key, other] = [randomUUID(), randomUUID()]
  const backup = await takeBackup(world.database.url)
  await mint(key)
  await mint(key)
  expect(await held()).toBe(5_000_000n)

  await backup.restore()
  await mint(key)
  expect(await held()).toBe(5_000_000n)
  await mint(other)
  expect(await held()).toBe(10_000_000n)
})
