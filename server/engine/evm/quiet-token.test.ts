import { v7 } from 'uuid'
import { type Address, encodeFunctionData, type Hex } from 'viem'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { erc20Abi } from '@/contracts/generated/erc20'
import {
  collectibleRuntimeBytecode,
  keepsAPartLaterRuntimeBytecode,
  keepsAPartRuntimeBytecode,
  movesInSilenceRuntimeBytecode,
  movesWhenTriedRuntimeBytecode,
  onlySaysYesRuntimeBytecode,
  refusesQuietlyAbi,
  refusesQuietlyRuntimeBytecode,
  roundsDownRuntimeBytecode,
  saysNothingRuntimeBytecode,
} from '@/contracts/generated/odd-contracts'
import { waitForReceipt } from '@/dev/chains/wait-for-receipt'
import { findChain, forgetChains } from '@/server/chains/registry'
import { inOperator, inOperatorReading, inTenant, workerCtx } from '@/server/ctx'
import { enableDelegate, readDelegateSites } from '@/server/platform/enable-delegate'
import { listPlatformWallets } from '@/server/platform/gas-wallet'
import { type EngineWorld, openEngineWorld, RECIPIENT } from '@/server/testing/engine-world'
import { CHAIN_ID } from '@/server/testing/local-chain'
import { acceptTransaction } from '@/server/transactions/accept-transaction'
import { prepareContractCall } from '@/server/transactions/prepare/prepare-contract-call'

const REFUSING = '0x00000000000000000000000000000000000b0001'
const SILENT = '0x00000000000000000000000000000000000b0002'
const KEEPING = '0x00000000000000000000000000000000000b0003'
const ROUNDING = '0x00000000000000000000000000000000000b0004'
const IDLE = '0x00000000000000000000000000000000000b0005'
const PRETENDING = '0x00000000000000000000000000000000000b0006'
const KEEPING_LATER = '0x00000000000000000000000000000000000b0007'
const WITHOUT_EVENTS = '0x00000000000000000000000000000000000b0008'

const COLLECTIBLE = '0x00000000000000000000000000000000000b0009'

const TOKENS: readonly (readonly [Address, `0x${string}`])[] = [
  [REFUSING, refusesQuietlyRuntimeBytecode],
  [SILENT, saysNothingRuntimeBytecode],
  [KEEPING, keepsAPartRuntimeBytecode],
  [ROUNDING, roundsDownRuntimeBytecode],
  [IDLE, onlySaysYesRuntimeBytecode],
  [PRETENDING, movesWhenTriedRuntimeBytecode],
  [KEEPING_LATER, keepsAPartLaterRuntimeBytecode],
  [WITHOUT_EVENTS, movesInSilenceRuntimeBytecode],
  [COLLECTIBLE, collectibleRuntimeBytecode],
]

const MOVED_NOTHING = 'The token moved nothing, although it accepted the transfer'

let world: EngineWorld
beforeAll(async () => {
  world = await openEngineWorld()
  for (const [address, bytecode] of TOKENS) await world.chain.test.setCode({ address, bytecode })
  for (const { address } of await listPlatformWallets(workerCtx()))
    await world.chain.test.setBalance({ address: `0x${address.slice(2)}`, value: 10n ** 21n })
})
afterAll(() => world.close())

async function call(token: Address, data: `0x${string}`): Promise<void> {
  await waitForReceipt(world.chain.rpc, await world.chain.rpc.sendTransaction({ chain: null, to: token, data }))
}

const refuse = (whether: boolean) =>
  call(REFUSING, encodeFunctionData({ abi: refusesQuietlyAbi, functionName: 'refuse', args: [whether] }))

async function walletWith(token: Address): Promise<string> {
  const { address } = await world.newWallet()
  const args = [address as Address, 5_000_000n] as const
  await call(token, encodeFunctionData({ abi: refusesQuietlyAbi, functionName: 'give', args }))
  return address
}

const held = (token: Address) =>
  world.chain.rpc.readContract({
    address: token,
    abi: refusesQuietlyAbi,
    functionName: 'balanceOf',
    args: [RECIPIENT],
  })

async function sendOf(token: Address) {
  const fromAddress = await walletWith(token)
  const before = await held(token)
  const { id } = await world.transfer(fromAddress, '1.5', { cNGN: false, tokenAddress: token })
  await world.runUntilEnded(id)
  return { row: await world.read(id), moved: (await held(token)) - before }
}

/** Accepts a call of a token by its calldata, as `hd/sign` and `contract/call` do. */
async function acceptCall(token: Address, from: string, data: Hex): Promise<string> {
  const chain = await findChain(CHAIN_ID)
  if (!chain) throw new Error('no chain')
  const wanted = { type: 'SIGN', chain, from, to: token, value: 0n, data } as const
  const prepared = await prepareContractCall(world.tenant, wanted)
  const accepted = { ...prepared, idempotencyKey: null, intentId: null }
  return (await inTenant(world.tenant, (ctx) => acceptTransaction(ctx, accepted))).id
}

async function endOf(id: string) {
  await world.runUntilEnded(id)
  return world.read(id)
}

const transferCall = encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [RECIPIENT, 1_500_000n] })
const approveCall = encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [RECIPIENT, 1n] })
const transferFromCall = (from: string) =>
  encodeFunctionData({ abi: erc20Abi, functionName: 'transferFrom', args: [from as Address, RECIPIENT, 1_500_000n] })
/** A call of each method, in the name of a wallet that holds tokens. */
const TOKEN_CALLS: [string, (from: string) => Hex][] = [
  ['transfer', () => transferCall],
  ['transferFrom', (from) => transferFromCall(from)],
  ['approve', () => approveCall],
]

async function relayFromNowOn(): Promise<void> {
  const operator = { actor: { type: 'user', id: v7(), name: 'Ope' }, requestId: v7() } as const
  await world.setChain({ gasStrategy: 'delegation', laneWindow: 16 })
  const enable = async () => {
    const sites = await inOperatorReading(operator, (ctx) => readDelegateSites(ctx, { chainId: CHAIN_ID }))
    return inOperator(operator, (ctx) => enableDelegate(ctx, sites))
  }
  await enable()
  await world.runEngine()
  expect(await enable()).toBe('enabled')
  forgetChains()
}

describe.each([
  ['a wallet that sends for itself', async () => {}],
  ['a wallet whose transactions are carried', relayFromNowOn],
])('%s', (_, prepare) => {
  beforeAll(prepare)

  test('fails without a transfer if the token returns false instead of reverting', async () => {
    await refuse(true)
    const { row, moved } = await sendOf(REFUSING)
    expect(moved).toBe(0n)
    expect(row).toMatchObject({
      status: 'FAILED',
      error: 'The token refused the transfer: it answered false',
      txHash: null,
    })
  })

  test('moves a token that returns true, and a token from before EIP-20 that returns nothing', async () => {
    await refuse(false)
    for (const token of [REFUSING, SILENT] as const) {
      const { row, moved } = await sendOf(token)
      expect([row.status, moved]).toEqual(['COMPLETED', 1_500_000n])
    }
  })
  test('refuses a token that keeps a part, and sends one that only rounds', async () => {
    const { row, moved } = await sendOf(KEEPING)
    expect(moved).toBe(0n)
    expect(row).toMatchObject({
      status: 'FAILED',
      error: 'The token takes a fee of each transfer, so that the recipient would get less',
      txHash: null,
    })
    const rounded = await sendOf(ROUNDING)
    expect([rounded.row.status, rounded.moved]).toEqual(['COMPLETED', 1_499_999n])
  })

  test('refuses a token that returns true and moves nothing', async () => {
    const { row } = await sendOf(IDLE)
    expect(row).toMatchObject({ status: 'FAILED', error: MOVED_NOTHING, txHash: null })
  })

  test('fails a mined transfer that the token did not execute, and charges its gas', async () => {
    const { row, moved } = await sendOf(PRETENDING)
    expect(moved).toBe(0n)
    expect(row).toMatchObject({ status: 'FAILED', error: MOVED_NOTHING, txHash: expect.stringMatching(/^0x/) })
    expect(BigInt(row.feeWei ?? '0')).toBeGreaterThan(0n)
  })

  test('never fails a transfer that moved money, in part or without an event', async () => {
    const part = await sendOf(KEEPING_LATER)
    expect([part.row.status, part.moved]).toEqual(['COMPLETED', 750_000n])
    const silent = await sendOf(WITHOUT_EVENTS)
    expect([silent.row.status, silent.moved]).toEqual(['COMPLETED', 1_500_000n])
  })
  describe('and calls the token by its calldata', () => {
    const REFUSED = 'was refused by the token: it answered false'

    test.each(TOKEN_CALLS)(
      'fails if %s returns false, before it is queued and before it is sent',
      async (_name, data) => {
        await refuse(true)
        const from = await walletWith(REFUSING)
        const atOnce = await world.read(await acceptCall(REFUSING, from, data(from)))
        expect(atOnce).toMatchObject({ status: 'FAILED', error: `Not sent: the call ${REFUSED}`, txHash: null })
        await refuse(false)
        const id = await acceptCall(REFUSING, from, data(from))
        await refuse(true)
        expect(await endOf(id)).toMatchObject({ status: 'FAILED', error: `The transaction ${REFUSED}`, txHash: null })
      },
    )

    test('moves a token that returns true, or nothing, or keeps a part', async () => {
      await refuse(false)
      for (const [token, units] of [
        [REFUSING, 1_500_000n],
        [SILENT, 1_500_000n],
        [KEEPING, 1_485_000n],
      ] as const) {
        const before = await held(token)
        const { status } = await endOf(await acceptCall(token, await walletWith(token), transferCall))
        expect([status, (await held(token)) - before]).toEqual(['COMPLETED', units])
      }
    })

    test('fails a mined call that moved nothing, and charges its gas', async () => {
      const row = await endOf(await acceptCall(PRETENDING, await walletWith(PRETENDING), transferCall))
      expect(row).toMatchObject({ status: 'FAILED', error: MOVED_NOTHING, txHash: expect.stringMatching(/^0x/) })
      expect(BigInt(row.feeWei ?? '0')).toBeGreaterThan(0n)
    })

    test('never fails a call that moved money without an event, a collectible, or nothing to be moved', async () => {
      const silent = await endOf(await acceptCall(WITHOUT_EVENTS, await walletWith(WITHOUT_EVENTS), transferCall))
      expect(silent.status).toBe('COMPLETED')
      const { address } = await world.newWallet()
      const nothing = encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [RECIPIENT, 0n] })
      expect((await endOf(await acceptCall(COLLECTIBLE, address, transferFromCall(address)))).status).toBe('COMPLETED')
      expect((await endOf(await acceptCall(IDLE, address, nothing))).status).toBe('COMPLETED')
    })
  })
})
