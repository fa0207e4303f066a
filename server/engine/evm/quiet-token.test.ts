import { v7 } from 'uuid'
import { type Address, encodeFunctionData } from 'viem'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  refusesQuietlyAbi,
  refusesQuietlyRuntimeBytecode,
  saysNothingRuntimeBytecode,
} from '@/contracts/generated/odd-contracts'
import { waitForReceipt } from '@/dev/chains/wait-for-receipt'
import { forgetChains } from '@/server/chains/registry'
import { inOperator, inOperatorReading, workerCtx } from '@/server/ctx'
import { enableDelegate, readDelegateSites } from '@/server/platform/enable-delegate'
import { listPlatformWallets } from '@/server/platform/gas-wallet'
import { type EngineWorld, openEngineWorld, RECIPIENT } from '@/server/testing/engine-world'
import { CHAIN_ID } from '@/server/testing/local-chain'

const REFUSING = '0x00000000000000000000000000000000000b0001'
const SILENT = '0x00000000000000000000000000000000000b0002'

let world: EngineWorld
beforeAll(async () => {
  world = await openEngineWorld()
  await world.chain.test.setCode({ address: REFUSING, bytecode: refusesQuietlyRuntimeBytecode })
  await world.chain.test.setCode({ address: SILENT, bytecode: saysNothingRuntimeBytecode })
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
  await world.pumpUntilEnded(id)
  return { row: await world.read(id), moved: (await held(token)) - before }
}

async function carryFromNowOn(): Promise<void> {
  const operator = { actor: { type: 'user', id: v7(), name: 'Ope' }, requestId: v7() } as const
  await world.setChain({ gasStrategy: 'delegation', laneWindow: 16 })
  const enable = async () => {
    const sites = await inOperatorReading(operator, (ctx) => readDelegateSites(ctx, { chainId: CHAIN_ID }))
    return inOperator(operator, (ctx) => enableDelegate(ctx, sites))
  }
  await enable()
  await world.pump()
  expect(await enable()).toBe('enabled')
  forgetChains()
}

describe.each([
  ['a wallet that sends for itself', async () => {}],
  ['a wallet whose transactions are carried', carryFromNowOn],
])('%s', (_, prepare) => {
  beforeAll(prepare)

  test('moves nothing and is told so where the token answers false in place of reverting', async () => {
    await refuse(true)
    const { row, moved } = await sendOf(REFUSING)
    expect(moved).toBe(0n)
    expect(row).toMatchObject({
      status: 'FAILED',
      error: 'The token refused the transfer: it answered false',
      txHash: null,
    })
  })

  test('moves a token that answers true, and one from before EIP-20 that answers nothing', async () => {
    await refuse(false)
    for (const token of [REFUSING, SILENT] as const) {
      const { row, moved } = await sendOf(token)
      expect([row.status, moved]).toEqual(['COMPLETED', 1_500_000n])
    }
  })
})
