import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { encodeErrorResult, encodeFunctionData } from 'viem'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { knownErrorsAbi } from '@/contracts/generated/known-errors'
import { standInTokenAbi } from '@/contracts/generated/stand-in-token'
import { webhookMessages } from '@/db/schema'
import { transactionView } from '@/schemas/transactions/contract'
import { workerCtx } from '@/server/ctx'
import { CHAIN_ID } from '@/server/testing/local-chain'
import { ACCOUNT, BROKEN, ENDLESS, HOOK, openSignWorld, REVERTS, TAKES_ALL } from '@/server/testing/sign-world'

let world: Awaited<ReturnType<typeof openSignWorld>>
beforeAll(async () => {
  world = await openSignWorld()
})
afterAll(() => world.close())

test('a call is accepted with its calldata, its value in both units and a gas limit, from a wallet that owns nothing', async () => {
  const wallet = await world.newWallet()
  const answer = await world.sign(wallet.addressIndex, { to: TAKES_ALL.toLowerCase(), data: '0xA1B2C3D4FF' })
  expect(answer).toMatchObject({ code: 202, status: true, message: 'Transaction accepted' })
  expect(transactionView.strict().parse(answer.data)).toMatchObject({
    type: 'SIGN',
    status: 'PENDING',
    stage: 'queued',
    chainId: CHAIN_ID,
    fromAddress: wallet.address,
    toAddress: TAKES_ALL,
    amount: '0',
    value: '0',
    data: '0xa1b2c3d4ff',
    txHash: null,
  })
  const [row] = await world.rowsOf(wallet)
  expect(row?.gasLimit).toBeGreaterThan(21_000n)
  expect(row?.gasLimit).toBeLessThan(40_000n)
})

test.each([
  ['1000000000000000001', '1.000000000000000001', '1000000000000000001'],
  ['0xde0b6b3a7640000', '1', '1000000000000000000'],
  ['0x00', '0', '0'],
])('value %s is wei', async (value, amount, wei) => {
  const wallet = await world.newWallet()
  await world.chain.test.setBalance({ address: wallet.address, value: 2n * 10n ** 18n })
  const answer = await world.sign(wallet.addressIndex, { to: ACCOUNT, value })
  expect(answer).toMatchObject({ code: 202, data: { amount, value: wei, data: '0x', toAddress: ACCOUNT } })
})

describe('a call that would revert, with nothing open that could change that', () => {
  const custom = encodeErrorResult({
    abi: knownErrorsAbi,
    errorName: 'ERC20InsufficientBalance',
    args: [ACCOUNT, 1n, 2n],
  })
  test.each([
    [REVERTS, custom, `reverted with ERC20InsufficientBalance: ${ACCOUNT} holds 1 units of the token, 2 are needed`],
    [REVERTS, '0x12345678', 'reverted with custom error 0x12345678'],
    [REVERTS, '0x', 'reverted without a reason'],
    [BROKEN, '0x01', 'hits an invalid instruction'],
    [ENDLESS, '0x01', 'needs more gas than a block can hold'],
  ])('%s %s is recorded as failed at once, in the words of the contract', async (to, data, reason) => {
    for (const waitForCompletion of [false, true]) {
      const wallet = await world.newWallet()
      const answer = await world.sign(wallet.addressIndex, { to, data }, { waitForCompletion })
      expect(answer).toMatchObject({
        code: 422,
        refusal: 'reverted',
        status: false,
        message: `Not sent: the call ${reason}`,
      })
      const view = transactionView.strict().parse(answer.data)
      expect(view).toMatchObject({ status: 'FAILED', txHash: null, attempts: 0, error: answer.message })
      expect(view.valueUsd).toBe('0.00')
    }
  })

  test('asks for neither nonce nor money, tells the webhook once, and answers the same again', async () => {
    const wallet = await world.newWallet()
    const key = randomUUID()
    const body = [wallet.addressIndex, { to: REVERTS, data: '0x12345678' }, { webhookUrl: HOOK }, key] as const
    const first = await world.sign(...body)
    const again = await world.sign(...body)
    expect(again).toEqual({ ...first, replayed: true })
    const rows = await world.rowsOf(wallet)
    expect(rows).toHaveLength(1)
    expect(rows[0]).toMatchObject({ status: 'FAILED', nonce: null, feeHoldMicros: 0n, txHash: null })
    const messages = await workerCtx().db.select().from(webhookMessages).where(eq(webhookMessages.url, HOOK))
    expect(messages.map(({ kind, source, sourceId }) => [kind, source, sourceId])).toEqual([
      ['wallet.sign.failed', 'transaction', rows[0]?.id],
    ])
    expect(JSON.parse(messages[0]?.body ?? '{}')).toMatchObject({ type: 'wallet.sign.failed', data: first.data })
    // It came and went without standing in a queue, so the next call is judged on its own as well.
    expect((await world.sign(wallet.addressIndex, { to: TAKES_ALL, data: '0x00' })).code).toBe(202)
  })

  test('so is one that moves more of the native coin than the wallet holds, down to the wei', async () => {
    const wallet = await world.newWallet()
    await world.chain.test.setBalance({ address: wallet.address, value: 1_000n })
    const answer = await world.sign(wallet.addressIndex, { to: ACCOUNT, value: '1001' })
    const [needed, available] = ['0.000000000000001001', '0.000000000000001']
    expect(answer).toMatchObject({
      code: 422,
      message: `Not sent: the call would move more than the wallet holds: ${needed} ETH needed, ${available} ETH available`,
      data: { status: 'FAILED', shortfall: { unit: 'ETH', needed, available } },
    })
    expect(await world.rowsOf(wallet)).toMatchObject([{ shortfall: { unit: 'ETH', needed, available } }])
    expect((await world.sign(wallet.addressIndex, { to: ACCOUNT, value: '1000' })).code).toBe(202)
  })

  test('and one that the token refuses', async () => {
    const wallet = await world.newWallet()
    const transfer = encodeFunctionData({ abi: standInTokenAbi, functionName: 'transfer', args: [ACCOUNT, 5n] })
    const short = await world.sign(wallet.addressIndex, { to: world.chain.cngn.address, data: transfer })
    expect(short.message).toContain(`ERC20InsufficientBalance: ${wallet.address} holds 0 units of the token, 5 are`)
    const mint = encodeFunctionData({ abi: standInTokenAbi, functionName: 'mint', args: [ACCOUNT, 5n] })
    const stranger = await world.sign(wallet.addressIndex, { to: world.chain.cngn.address, data: mint })
    expect(stranger.message).toBe(
      `Not sent: the call reverted with OwnableUnauthorizedAccount: ${wallet.address} is not the owner`,
    )
  })
})

test('a call that would revert now is queued while an earlier one of the wallet is open, with gas to spare', async () => {
  const wallet = await world.newWallet()
  expect((await world.sign(wallet.addressIndex, { to: TAKES_ALL, data: '0x00' })).code).toBe(202)
  const answer = await world.sign(wallet.addressIndex, { to: REVERTS, data: '0x12345678' })
  expect(answer).toMatchObject({ code: 202, data: { status: 'PENDING' } })
  const rows = await world.rowsOf(wallet)
  expect(rows.map(({ gasLimit }) => gasLimit).sort((a, b) => Number(a) - Number(b))[1]).toBeGreaterThan(1_000_000n)
  // Another wallet's open transactions say nothing about this one's.
  const other = await world.newWallet()
  expect((await world.sign(other.addressIndex, { to: REVERTS, data: '0x12345678' })).code).toBe(422)
})

test('the largest calldata fits the body', async () => {
  const { addressIndex } = await world.newWallet()
  const answer = await world.sign(addressIndex, { to: TAKES_ALL, data: `0x${'ff'.repeat(128_000)}` })
  expect(answer.code).toBe(202)
})

test('twenty equal requests with one key at once make one transaction', async () => {
  const wallet = await world.newWallet()
  const key = randomUUID()
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => world.sign(wallet.addressIndex, { to: TAKES_ALL, data: '0x01' }, {}, key)),
  )
  const ids = new Set(answers.map(({ data }) => transactionView.parse(data).id))
  expect([answers.every(({ code }) => code === 202), ids.size]).toEqual([true, 1])
  expect(await world.rowsOf(wallet)).toHaveLength(1)
})
