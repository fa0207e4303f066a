import { and, eq, inArray, isNotNull } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { transactions } from '@/db/schema'
import { deployDelegate } from '@/dev/chains/deploy-delegate'
import { findChain } from '@/server/chains/registry'
import { workerCtx } from '@/server/ctx'
import { listPlatformWallets } from '@/server/platform/gas-wallet'
import { type EngineWorld, openEngineWorld } from '@/server/testing/engine-world'
import { CHAIN_ID } from '@/server/testing/local-chain'
import { assignRelayers } from './assign-relayers'

/** More than one turn assigns. */
const BURST = 300

let world: EngineWorld

beforeAll(async () => {
  world = await openEngineWorld()
  for (const { address } of await listPlatformWallets(workerCtx()))
    await world.chain.test.setBalance({ address: `0x${address.slice(2)}`, value: 10n ** 21n })
  const delegateAddress = await deployDelegate({ rpcUrl: world.chain.anvil.rpcUrl })
  await world.setChain({ gasStrategy: 'delegation', laneWindow: 16, delegateAddress })
})
afterAll(() => world.close())

test('a wallet with a pending delegation delays no other wallet, however much it has queued', async () => {
  const [bursting, other] = [await world.newWallet(1_000_000_000n), await world.newWallet(10_000_000n)]
  const first = await world.transfer(other.address, '1')
  await world.runEngine()
  expect((await world.read(first.id)).status).toBe('COMPLETED')

  const burst: string[] = []
  for (let index = 0; index < BURST; index++) burst.push((await world.transfer(bursting.address, '1')).id)
  const { id } = await world.transfer(other.address, '1')
  const chain = await findChain(CHAIN_ID)
  if (!chain) throw new Error('the chain is not served')
  await assignRelayers(workerCtx(), chain, null)
  expect((await world.rowOf(id)).laneWalletId).not.toBeNull()
  const isAssigned = and(inArray(transactions.id, burst), isNotNull(transactions.laneWalletId))
  expect(await workerCtx().db.$count(transactions, isAssigned)).toBe(0)
  const isDelegation = and(eq(transactions.type, 'DELEGATE'), eq(transactions.toAddress, bursting.address))
  expect(await workerCtx().db.$count(transactions, isDelegation)).toBe(1)
})
