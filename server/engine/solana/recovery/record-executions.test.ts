import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { foundExecutions } from '@/db/schema'
import { workerCtx } from '@/server/ctx'
import { CLUSTER_ID, rowOf, runEngine, SOL, solanaBusiness } from '@/server/testing/local-solana'
import { requireChain } from '@/server/testing/require-chain'
import { takeBackup } from '@/server/testing/restorable-database'
import { openSolanaWorld, type SolanaWorld, someone } from '@/server/testing/solana-world'
import { type WalletClient, walletClient } from '@/server/testing/wallet-client'
import { recordExecutions } from './record-executions'

let world: SolanaWorld
let client: WalletClient
beforeAll(async () => {
  world = await openSolanaWorld()
  client = await walletClient()
})
afterAll(() => world.close())

async function runUntilEnded(...ids: string[]): Promise<void> {
  for (const id of ids) while ((await rowOf(id)).status === 'PENDING') await runEngine()
}

/** Advances the chain until everything that was sent is final. */
const finalise = () => world.solana.control('advanceSlots', 40)
const recover = async () =>
  recordExecutions(workerCtx(), await requireChain(CLUSTER_ID), { minSlot: 0, endedBefore: new Date() })

const accepted = z.object({ id: z.uuid() })

async function request(key: string, fromAddress: string, toAddress: string, amount = '1'): Promise<string> {
  const body = { fromAddress, toAddress, amount, chainType: 'SOLANA', network: 'TESTNET' }
  const answer = await client.post('/v1/wallet/transaction', body, key)
  expect(answer).toMatchObject({ code: 202 })
  return accepted.parse(answer.data).id
}

test('finds nothing if the database has every execution', async () => {
  const wallet = await world.fundedWallet()
  await runUntilEnded(await world.business.transfer(wallet, someone(), '1'))
  await finalise()
  const before = await workerCtx().db.$count(foundExecutions)
  expect(await recover()).toEqual({ attached: [], unmatched: [] })
  expect(await workerCtx().db.$count(foundExecutions)).toBe(before)
})

test('finds executions by their memos that a restored backup has as waiting or not at all, and signs none again', async () => {
  const business = solanaBusiness(client.tenant)
  const wallet = await business.newWallet()
  await world.solana.setBalance(wallet, 20n * SOL)
  const [to, other] = [someone(), someone()]
  await runUntilEnded(await request('order 1', wallet, other))

  const waiting = [await request('order 2', wallet, to), await business.transfer(wallet, to, '2')]
  const backup = await takeBackup(world.databaseUrl)
  const lost = await request('order 3', wallet, to)
  await runUntilEnded(...waiting, lost)
  const outcomes = async (ids: readonly string[]) =>
    (await Promise.all(ids.map(rowOf))).map(({ status, txHash, blockNumber, feeWei }) => ({
      ...{ status, txHash, blockNumber, feeWei },
    }))
  const first = await outcomes([...waiting, lost])
  expect(await world.solana.balance(to)).toBe(4n * SOL)
  await finalise()

  await backup.restore()
  const recorded = await recover()
  expect(recorded.attached.toSorted()).toEqual(waiting.toSorted())
  expect(recorded.unmatched).toHaveLength(1)
  expect((await recover()).attached).toEqual([])

  const second = await request('order 3', wallet, to)
  expect(second).not.toBe(lost)
  await runUntilEnded(...waiting, second)
  expect(await outcomes([...waiting, second])).toEqual(first)
  expect(await world.solana.balance(to)).toBe(4n * SOL)

  await runUntilEnded(await request('order 4', wallet, to))
  expect(await world.solana.balance(to)).toBe(5n * SOL)
})

test('another request under a key that was executed before fails and moves nothing', async () => {
  const wallet = await solanaBusiness(client.tenant).newWallet()
  await world.solana.setBalance(wallet, 20n * SOL)
  const to = someone()
  const backup = await takeBackup(world.databaseUrl)
  await runUntilEnded(await request('order 9', wallet, to))
  await finalise()
  await backup.restore()
  expect((await recover()).unmatched).toHaveLength(1)
  const other = await request('order 9', wallet, to, '2')
  await runUntilEnded(other)
  expect(await rowOf(other)).toMatchObject({ status: 'FAILED', txHash: null, error: expect.stringMatching(/was used/) })
  expect(await world.solana.balance(to)).toBe(SOL)
})

test('another request under such a key fails as well if it was accepted before the execution was found', async () => {
  const wallet = await solanaBusiness(client.tenant).newWallet()
  await world.solana.setBalance(wallet, 20n * SOL)
  const [to, elsewhere] = [someone(), someone()]
  const backup = await takeBackup(world.databaseUrl)
  await runUntilEnded(await request('order 10', wallet, to))
  await finalise()
  await backup.restore()
  const other = await request('order 10', wallet, elsewhere, '2')
  expect(await recover()).toMatchObject({ attached: [] })
  await runUntilEnded(other)
  expect(await rowOf(other)).toMatchObject({ status: 'FAILED', txHash: null, error: expect.stringMatching(/was used/) })
  expect(await world.solana.balance(to)).toBe(SOL)
  expect(await world.solana.balance(elsewhere)).toBe(0n)
})
