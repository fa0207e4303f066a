import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { chains } from '@/db/schema'
import { deployDelegate } from '@/dev/chains/deploy-delegate'
import { forgetChains } from '@/server/chains/registry'
import { workerCtx } from '@/server/ctx'
import { listPlatformWallets } from '@/server/platform/gas-wallet'
import { CHAIN_ID } from '@/server/testing/local-chain'
import { takeBackup } from '@/server/testing/restorable-database'
import { openTokenWorld, PLAIN, type TokenWorld } from '@/server/tokens/token-world.test-data'

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
