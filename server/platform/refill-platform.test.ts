import { and, eq, isNull } from 'drizzle-orm'
import { getAddress } from 'viem'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { alarms, transactions, wallets } from '@/db/schema'
import { type Chain, findChain } from '@/server/chains/registry'
import { type WorkerCtx, workerCtx } from '@/server/ctx'
import { type EngineWorld, openEngineWorld } from '@/server/testing/engine-world'
import { runUntilIdle } from '@/server/testing/float-world'
import { CHAIN_ID } from '@/server/testing/local-chain'
import { findRepeated, recordRowFaults } from '@/server/testing/row-faults'
import { listPlatformWallets, type PlatformPurpose } from './gas-wallet'
import { refillPlatform } from './refill-platform'

const faults = recordRowFaults()
const RICH = 10n ** 21n
const DELEGATE = getAddress(`0x${'de'.repeat(20)}`)
let world: EngineWorld
let chain: Chain
let at = Date.now()

beforeAll(async () => {
  world = await openEngineWorld()
  await world.setChain({
    gasStrategy: 'delegation',
    delegateAddress: DELEGATE,
    gasLowUnits: 10n ** 17n,
    gasTargetUnits: 10n ** 18n,
  })
  const found = await findChain(CHAIN_ID)
  if (!found) throw new Error('the chain is a seed')
  chain = found
  for (const { address } of await walletsFor('TREASURY')) await give(address, RICH)
})
afterAll(() => world.close())

/** The worker's context at the test's own time. */
const ctx = (): WorkerCtx => ({ ...workerCtx(), now: () => new Date(at) })
const give = (address: string, value: bigint) => world.chain.test.setBalance({ address: getAddress(address), value })
const walletsFor = async (purpose: PlatformPurpose) =>
  (await listPlatformWallets(workerCtx())).filter((wallet) => wallet.purpose === purpose)
const setAddress = (id: string, address: string) =>
  workerCtx().db.update(wallets).set({ address }).where(eq(wallets.id, id))

async function lowWallets(): Promise<string[]> {
  const rows = await workerCtx()
    .db.select({ subject: alarms.subject })
    .from(alarms)
    .where(and(eq(alarms.kind, 'gas_wallet_low'), eq(alarms.chainId, CHAIN_ID), isNull(alarms.closedAt)))
  return rows.map(({ subject }) => subject)
}

async function refilled(): Promise<string[]> {
  const rows = await workerCtx()
    .db.select({ to: transactions.toAddress })
    .from(transactions)
    .where(and(eq(transactions.type, 'GAS_TOPUP'), eq(transactions.chainId, CHAIN_ID)))
  return rows.map(({ to }) => to).toSorted()
}

test('a wallet of the platform that no node can be asked about keeps no other from its refill, and no transfer from its end', async () => {
  const [poisoned, ...others] = await walletsFor('RELAYER')
  if (!poisoned) throw new Error('the platform has relayers')
  await setAddress(poisoned.id, 'nowhere')
  await refillPlatform(ctx(), chain)
  expect(await refilled()).toEqual(others.map(({ address }) => address).toSorted())
  const name = `platform wallet ${poisoned.id}`
  for (let fault = 1; fault < 5; fault++) {
    expect(await findRepeated(ctx())).not.toContain(name)
    at += 61_000
    await refillPlatform(ctx(), chain)
  }
  expect(faults.reported()).toEqual([name])
  expect(await findRepeated(ctx())).toContain(name)
  await runUntilIdle(world)
  for (const { address } of others)
    expect(await world.chain.rpc.getBalance({ address: getAddress(address) })).toBe(10n ** 18n)
  await setAddress(poisoned.id, poisoned.address)
  at += 61_000
  await refillPlatform(ctx(), chain)
  expect(await refilled()).toContain(poisoned.address)
})

test('relayers of a chain without a delegate carry nothing: they are not filled, and no alarm says they are low', async () => {
  const relayers = (await walletsFor('RELAYER')).map(({ address }) => address)
  for (const address of relayers) await give(address, 0n)
  await refillPlatform(ctx(), chain)
  expect(await lowWallets()).toEqual(expect.arrayContaining(relayers))
  await runUntilIdle(world)
  for (const address of relayers) await give(address, 0n)
  const before = await refilled()
  await refillPlatform(ctx(), { ...chain, delegateAddress: null })
  expect(await lowWallets()).toEqual([])
  expect(await refilled()).toEqual(before)
})
