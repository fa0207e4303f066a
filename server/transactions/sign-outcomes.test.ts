import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { encodeErrorResult, encodeFunctionData, type Hex } from 'viem'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { erc20Abi } from '@/contracts/generated/erc20'
import { knownErrorsAbi } from '@/contracts/generated/known-errors'
import { revertsRuntimeBytecode, takesAllRuntimeBytecode } from '@/contracts/generated/odd-contracts'
import { requestLog, transactions, webhookMessages } from '@/db/schema'
import { transactionView } from '@/schemas/transactions/contract'
import { flushRequestLog } from '@/server/api/request-log'
import { workerCtx } from '@/server/ctx'
import { runEvmEngine } from '@/server/engine/evm/run-evm-engine'
import { drainChain } from '@/server/testing/drain-chain'
import { CHAIN_ID } from '@/server/testing/local-chain'
import { openSignWorld, REVERTS, TAKES_ALL } from '@/server/testing/sign-world'
import type { Answer } from '@/server/testing/wallet-client'

const TO = '0x52908400098527886E0F7030069857D2E4169EE7'

let world: Awaited<ReturnType<typeof openSignWorld>>

beforeAll(async () => {
  world = await openSignWorld()
})
afterAll(() => world.close())

const token = (functionName: 'transfer' | 'approve' | 'transferFrom', args: readonly unknown[]) => ({
  to: world.chain.cngn.address,
  // The three methods differ in their arguments; the ABI encoder checks them.
  data: encodeFunctionData({ abi: erc20Abi, functionName, args } as Parameters<typeof encodeFunctionData>[0]),
})

/** Runs the worker until the answer of a waiting request is there. */
async function whileRunning(waiting: Promise<Answer>): Promise<Answer> {
  let answer: Answer | null = null
  void waiting.then((arrived) => {
    answer = arrived
  })
  await expect
    .poll(async () => {
      await runEvmEngine(workerCtx(), CHAIN_ID)
      return answer
    })
    .not.toBeNull()
  return waiting
}

async function read(id: string) {
  return transactionView.strict().parse((await world.client.get(`/v1/wallet/transaction/${id}`)).data)
}

test('waitForCompletion answers 200 with hash, gas and fee, and the same again for the same key', async () => {
  const wallet = await world.newWallet()
  await world.chain.fundToken(wallet.address, 5_000_000n)
  const before = await world.chain.tokenBalance(TO)
  const key = randomUUID()
  const call = token('transfer', [TO, 1_250_000n])
  const answer = await whileRunning(world.sign(wallet.addressIndex, call, { waitForCompletion: true }, key))
  expect(answer).toMatchObject({ code: 200, status: true, message: 'Transaction completed' })
  const view = transactionView.strict().parse(answer.data)
  expect(view).toMatchObject({ type: 'SIGN', status: 'COMPLETED', stage: 'final', data: call.data, value: '0' })
  expect(view.txHash).toMatch(/^0x[0-9a-f]{64}$/)
  expect(BigInt(view.gasUsed ?? 0)).toBeGreaterThan(21_000n)
  expect(BigInt(view.feeWei ?? 0)).toBeGreaterThan(0n)
  expect((await world.chain.tokenBalance(TO)) - before).toBe(1_250_000n)
  expect(await world.sign(wallet.addressIndex, call, { waitForCompletion: true }, key)).toEqual({
    ...answer,
    replayed: true,
  })
  expect((await world.chain.tokenBalance(TO)) - before).toBe(1_250_000n)
  const { input, to } = await world.chain.rpc.getTransaction({ hash: view.txHash as Hex })
  expect([input, to?.toLowerCase()]).toEqual([call.data, world.chain.cngn.address.toLowerCase()])
})

test('a payable call carries its value, and its webhook is wallet.sign.completed', async () => {
  const wallet = await world.newWallet()
  await world.chain.test.setBalance({ address: wallet.address, value: 10n ** 18n })
  const before = await world.chain.rpc.getBalance({ address: TAKES_ALL })
  const hook = `http://127.0.0.1:9/${randomUUID()}`
  const answer = await world.sign(
    wallet.addressIndex,
    { to: TAKES_ALL, value: '123', data: '0x01' },
    { webhookUrl: hook },
  )
  expect(answer.code).toBe(202)
  await drainChain()
  const done = await read(transactionView.parse(answer.data).id)
  expect(done).toMatchObject({ status: 'COMPLETED', amount: '0.000000000000000123', value: '123' })
  expect((await world.chain.rpc.getBalance({ address: TAKES_ALL })) - before).toBe(123n)
  const messages = await workerCtx().db.select().from(webhookMessages).where(eq(webhookMessages.url, hook))
  expect(messages.map(({ kind }) => kind)).toEqual(['wallet.sign.completed'])
  expect(JSON.parse(messages[0]?.body ?? '{}')).toMatchObject({ type: 'wallet.sign.completed', data: { id: done.id } })
})

test('an approve and the transferFrom that needs it may be posted one after the other', async () => {
  const owner = await world.newWallet()
  await world.chain.fundToken(owner.address, 5_000_000n)
  const before = await world.chain.tokenBalance(TO)
  const approve = await world.sign(owner.addressIndex, token('approve', [owner.address, 2_000_000n]))
  const move = await world.sign(owner.addressIndex, token('transferFrom', [owner.address, TO, 2_000_000n]))
  expect([approve.code, move.code]).toEqual([202, 202])
  await drainChain()
  for (const { data } of [approve, move]) {
    expect(await read(transactionView.parse(data).id)).toMatchObject({ status: 'COMPLETED' })
  }
  expect((await world.chain.tokenBalance(TO)) - before).toBe(2_000_000n)
})

test('what still reverts when its turn comes fails with the reason, and takes neither nonce nor gas', async () => {
  const wallet = await world.newWallet()
  const first = await world.sign(wallet.addressIndex, { to: TAKES_ALL, data: '0x01' })
  const paused = encodeErrorResult({ abi: knownErrorsAbi, errorName: 'EnforcedPause' })
  const second = await world.sign(wallet.addressIndex, { to: REVERTS, data: paused })
  expect([first.code, second.code]).toEqual([202, 202])
  await drainChain()
  const failed = await read(transactionView.parse(second.data).id)
  expect(failed).toMatchObject({ status: 'FAILED', txHash: null, attempts: 0, valueUsd: '0.00' })
  expect(failed.error).toContain('reverted with EnforcedPause: the contract is paused')
  expect(await world.chain.rpc.getTransactionCount({ address: wallet.address })).toBe(1)
})

test('a revert after a good simulation is mined, FAILED, 422, and says why', async () => {
  const wallet = await world.newWallet()
  const flips = '0x00000000000000000000000000000000000a0009'
  await world.chain.test.setCode({ address: flips, bytecode: takesAllRuntimeBytecode })
  // Gas of its own: a top-up would have to be mined first.
  await world.chain.test.setBalance({ address: wallet.address, value: 10n ** 18n })
  await world.chain.holdMining()
  const waiting = world.sign(wallet.addressIndex, { to: flips, data: '0x12345678' }, { waitForCompletion: true })
  const answer = whileRunning(waiting)
  const isSent = async () => {
    const [row] = await workerCtx().db.select().from(transactions).where(eq(transactions.fromAddress, wallet.address))
    return row?.stage
  }
  await expect.poll(isSent).toBe('broadcast')
  await world.chain.test.setCode({ address: flips, bytecode: revertsRuntimeBytecode })
  world.chain.resumeMining()
  const { code, message, data } = await answer
  const view = transactionView.strict().parse(data)
  expect([code, view.status, view.error]).toEqual([422, 'FAILED', message])
  await flushRequestLog()
  const [logged] = await workerCtx().db.select().from(requestLog).where(eq(requestLog.status, 422))
  expect(logged?.message).toBe(message)
  expect(view.txHash).toMatch(/^0x/)
  expect(BigInt(view.feeWei ?? 0)).toBeGreaterThan(0n)
  expect(message).toContain('reverted')
  expect(message).toContain('custom error 0x12345678')
})
