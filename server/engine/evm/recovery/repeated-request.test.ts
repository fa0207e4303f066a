import { randomUUID } from 'node:crypto'
import superjson from 'superjson'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { type DebitedWorld, openDebitedWorld, usdOf } from '@/server/testing/debited-world'
import { RECIPIENT } from '@/server/testing/engine-world'
import { CHAIN_ID } from '@/server/testing/local-chain'
import { newWallet } from '@/server/testing/new-wallet'
import { mutatePortal, newPortalCaller, type PortalCaller } from '@/server/testing/portal-caller'
import { takeBackup } from '@/server/testing/restorable-database'
import { type WalletClient, walletClient } from '@/server/testing/wallet-client'

let world: DebitedWorld
let client: WalletClient
let from: string
let developer: PortalCaller

beforeAll(async () => {
  world = await openDebitedWorld({ gasStrategy: 'delegation' })
  client = await walletClient()
  await world.credit(10_000_000_000n, client)
  from = (await newWallet(client.tenant)).address
  developer = await newPortalCaller({ businessId: client.businessId, role: 'developer' })
  await world.chain.fundToken(from, 50_000_000n)
  await world.runUntilEnded(await request('first of the wallet', '1'))
})
afterAll(() => world.close())

const accepted = z.object({ id: z.uuid() })

/** A customer's request, which the customer repeats if the answer is lost. */
async function request(key: string, amount: string): Promise<string> {
  const body = { fromAddress: from, toAddress: RECIPIENT, amount, chainType: 'EVM', chainId: CHAIN_ID, cNGN: true }
  const answer = await client.post('/v1/wallet/transaction', body, key)
  expect(answer).toMatchObject({ code: 202 })
  return accepted.parse(answer.data).id
}

const answered = z.object({ result: z.object({ data: z.any() }) })

/** A press of the Send form; its key lives as long as the form is open. */
async function press(key: string, amount: string): Promise<string> {
  const { projectId } = client.tenant
  const transfer = { fromAddress: from, toAddress: RECIPIENT, amount, chainType: 'EVM', chainId: CHAIN_ID, cNGN: true }
  const { status, text } = await mutatePortal(developer, {
    path: 'transactions.send',
    input: { projectId, ...transfer },
    key,
  })
  expect([status, text]).toEqual([200, text])
  return accepted.parse(superjson.deserialize(answered.parse(JSON.parse(text)).result.data)).id
}

const paid = () => world.chain.tokenBalance(RECIPIENT)

test('a repeated request that a restored backup lacks ends with its first execution', async () => {
  const before = await paid()
  const backup = await takeBackup(world.databaseUrl)
  const first = await request('order 7', '2')
  await world.runUntilEnded(first)
  const { txHash, blockNumber, feeWei } = await world.rowOf(first)

  await backup.restore()
  await expect(world.rowOf(first)).rejects.toThrow()
  const second = await request('order 7', '2')
  expect(second).not.toBe(first)
  await world.runUntilEnded(second)
  const row = await world.rowOf(second)
  expect(row).toMatchObject({ status: 'COMPLETED', txHash, blockNumber, feeWei, feeChargedMicros: usdOf(feeWei) })
  expect((await paid()) - before).toBe(2_000_000n)
  expect(await request('order 7', '2')).toBe(second)

  await world.runUntilEnded(await request('order 8', '2'))
  expect((await paid()) - before).toBe(4_000_000n)
})

test('another request under an executed key fails and moves nothing', async () => {
  const before = await paid()
  const backup = await takeBackup(world.databaseUrl)
  await world.runUntilEnded(await request('order 9', '3'))
  await backup.restore()
  const other = await request('order 9', '4')
  await world.runUntilEnded(other)
  expect(await world.rowOf(other)).toMatchObject({
    status: 'FAILED',
    error: 'Its Idempotency-Key was used for another transaction before; nothing was moved for this one',
    feeChargedMicros: 0n,
  })
  expect((await paid()) - before).toBe(3_000_000n)
})

test('a form that is sent again after a restore ends with its first execution, and another form is paid', async () => {
  const before = await paid()
  const [key, other] = [randomUUID(), randomUUID()]
  const backup = await takeBackup(world.databaseUrl)
  const first = await press(key, '2')
  expect(await press(key, '2')).toBe(first)
  await world.runUntilEnded(first)
  const { txHash } = await world.rowOf(first)

  await backup.restore()
  const second = await press(key, '2')
  expect(second).not.toBe(first)
  await world.runUntilEnded(second)
  expect(await world.rowOf(second)).toMatchObject({ status: 'COMPLETED', txHash, idempotencyKey: null })
  expect((await paid()) - before).toBe(2_000_000n)

  await world.runUntilEnded(await press(other, '2'))
  expect((await paid()) - before).toBe(4_000_000n)
})
