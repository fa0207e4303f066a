import { eq } from 'drizzle-orm'
import { type Address, encodeFunctionData } from 'viem'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { keepsAPartAbi, keepsAPartRuntimeBytecode } from '@/contracts/generated/odd-contracts'
import { auditLog, chains, depositTokens, proposals } from '@/db/schema'
import { waitForReceipt } from '@/dev/chains/wait-for-receipt'
import type { ChainDetail } from '@/schemas/chains/settings/contract'
import { forgetChains } from '@/server/chains/registry'
import { workerCtx } from '@/server/ctx'
import { type EngineWorld, openEngineWorld } from '@/server/testing/engine-world'
import { first } from '@/server/testing/first'
import { CHAIN_ID } from '@/server/testing/local-chain'
import { newOperator, type Operator } from '@/server/testing/operator-calls'

const KEEPING = '0x00000000000000000000000000000000000b0003'
const NOTHING = '0x00000000000000000000000000000000000b0009'

let world: EngineWorld
let asking: Operator
let agreeing: Operator
let cngn: { chainId: number; tokenAddress: string }

beforeAll(async () => {
  world = await openEngineWorld()
  asking = await newOperator()
  agreeing = await newOperator()
  cngn = { chainId: CHAIN_ID, tokenAddress: world.chain.cngn.address }
  await world.chain.test.setCode({ address: KEEPING, bytecode: keepsAPartRuntimeBytecode })
})
afterAll(() => world.close())

const symbols = async () =>
  (await asking.ask<ChainDetail>('chains.get', { chainId: CHAIN_ID })).tokens.map(({ symbol }) => symbol)
const waiting = () => workerCtx().db.select().from(proposals).where(eq(proposals.state, 'OPEN'))
const mutate = async (path: string, input: object) => {
  const answer = await asking.mutate(path, input)
  forgetChains()
  return answer
}

test('a testnet whose token was unknown gets it by page, and transfers by its name go through', async () => {
  const wallet = await world.newWallet(5_000_000n)
  await mutate('chains.removeToken', cngn)
  await expect(world.transfer(wallet.address, '1')).rejects.toThrow(
    expect.objectContaining({ errors: [`cNGN: not available on chain ${CHAIN_ID}`] }),
  )
  expect(await asking.ask('chains.readToken', cngn)).toEqual({
    ...{ chainName: 'Base Sepolia', symbol: 'cNGN', decimals: 6, takesFee: false },
  })
  expect(await mutate('chains.addToken', { ...cngn, symbol: 'cNGN' })).toEqual({ state: 'done' })
  const { id } = await world.transfer(wallet.address, '1.5')
  await world.runUntilEnded(id)
  expect(await world.read(id)).toMatchObject({ status: 'COMPLETED', amount: '1.5' })
  const audit = await workerCtx()
    .db.select()
    .from(auditLog)
    .where(eq(auditLog.target, String(CHAIN_ID)))
  expect(audit).toMatchObject([
    { action: 'chain.token_removed', detail: { symbol: 'cNGN' } },
    { action: 'chain.token_added', detail: { symbol: 'cNGN', ownSymbol: 'cNGN', decimals: 6 } },
  ])
})

test('a token that another contract was known as is replaced once that one is removed', async () => {
  await mutate('chains.removeToken', cngn)
  const other = { chainId: CHAIN_ID, tokenAddress: await addressOf('USDC') }
  await expect(mutate('chains.addToken', { ...other, symbol: 'cNGN' })).rejects.toThrow('knows this token as USDC')
  await mutate('chains.removeToken', other)
  expect(await mutate('chains.addToken', { ...other, symbol: 'cNGN' })).toEqual({ state: 'done' })
  await expect(mutate('chains.addToken', { ...cngn, symbol: 'cNGN' })).rejects.toThrow('has another token called cNGN')
  await mutate('chains.removeToken', other)
  await mutate('chains.addToken', { ...cngn, symbol: 'cNGN' })
  expect(await symbols()).toEqual(['cNGN'])
})

test.each([
  ['an address without a contract', { tokenAddress: NOTHING, symbol: 'NONE' }, 'no token at this address'],
  ['the symbol of the coin', { symbol: 'ETH' }, 'is what the coin of Base Sepolia is called'],
  ['a symbol of blanks', { symbol: '  ' }, 'Enter up to 12 letters or digits'],
  ['an unknown chain', { chainId: 4_040_404 }, 'Chain not found'],
])('refuses %s, and the chain knows what it knew', async (_, change, problem) => {
  const before = await symbols()
  await expect(mutate('chains.addToken', { ...cngn, symbol: 'NEW', ...change })).rejects.toThrow(problem)
  expect(await symbols()).toEqual(before)
})

test('a token that keeps a part of each transfer is refused; where nobody holds one, that is said to be unknown', async () => {
  const keeping = { chainId: CHAIN_ID, tokenAddress: KEEPING }
  expect(await asking.ask('chains.readToken', keeping)).toMatchObject({ symbol: null, decimals: 6, takesFee: null })
  const holder = world.chain.rpc.account.address
  await call(encodeFunctionData({ abi: keepsAPartAbi, functionName: 'give', args: [holder, 5_000_000n] }))
  await call(encodeFunctionData({ abi: keepsAPartAbi, functionName: 'transfer', args: [NOTHING, 2_000_000n] }))
  await expect(mutate('chains.addToken', { ...keeping, symbol: 'KEEP' })).rejects.toThrow(
    'takes a fee of each transfer',
  )
})

test('a token of a mainnet waits for a second person, also as one that payments are taken in', async () => {
  await world.setChain({ network: 'MAINNET' })
  await mutate('chains.removeToken', cngn)
  expect(await mutate('chains.addToken', { ...cngn, symbol: 'cNGN' })).toEqual({ state: 'proposed' })
  expect(await symbols()).toEqual([])
  expect(await agreeing.ask('proposals.list', { page: 1 })).toMatchObject({
    items: [{ what: 'Know a token of Base Sepolia as cNGN', reason: expect.stringContaining('calls itself cNGN') }],
  })
  await agreeing.mutate('proposals.approve', { proposalId: first(await waiting()).id })
  expect(await symbols()).toEqual(['cNGN'])
  forgetChains()
  expect(await mutate('payments.addDepositToken', { ...cngn, peg: 'NGN', symbol: '' })).toEqual({ state: 'proposed' })
  expect(await workerCtx().db.select().from(depositTokens)).toEqual([])
  const { id: proposalId } = first(await waiting())
  await expect(asking.mutate('proposals.approve', { proposalId })).rejects.toThrow('Another person has to approve')
  await agreeing.mutate('proposals.approve', { proposalId })
  expect(await workerCtx().db.select().from(depositTokens)).toMatchObject([{ symbol: 'cNGN', peg: 'NGN' }])
  await expect(mutate('chains.removeToken', cngn)).rejects.toThrow('taken in this token')
  await workerCtx().db.update(chains).set({ network: 'TESTNET' }).where(eq(chains.chainId, CHAIN_ID))
})

async function addressOf(symbol: string): Promise<string> {
  const { tokens } = await asking.ask<ChainDetail>('chains.get', { chainId: CHAIN_ID })
  return tokens.find((token) => token.symbol === symbol)?.address ?? ''
}

async function call(data: `0x${string}`): Promise<void> {
  const to: Address = KEEPING
  await waitForReceipt(world.chain.rpc, await world.chain.rpc.sendTransaction({ chain: null, to, data }))
}
