import { type Address, encodeDeployData, getAddress, getContractAddress, type Hex } from 'viem'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { standInTokenAbi, standInTokenBytecode } from '@/contracts/generated/stand-in-token'
import { DEPLOYMENT_ADDRESS } from '@/schemas/policies/words'
import type { Chain } from '@/server/chains/registry'
import { inTenant, inWorker, workerCtx } from '@/server/ctx'
import { listPlatformWallets } from '@/server/platform/gas-wallet'
import { queueTransactions } from '@/server/platform/queue-transactions'
import { asHash, type EngineWorld, openEngineWorld } from '@/server/testing/engine-world'
import { requireChain } from '@/server/testing/require-chain'
import { acceptTransaction } from '@/server/transactions/accept-transaction'
import { NO_REQUEST_NAME } from '@/server/transactions/intent-id'
import { prepareContractCall } from '@/server/transactions/prepare/prepare-contract-call'

let world: EngineWorld
let chain: Chain
beforeAll(async () => {
  world = await openEngineWorld({ confirmations: 3 })
  chain = await requireChain()
})
afterEach(() => world.chain.resumeMining())
afterAll(() => world.close())

/** Creation code of a token of this owner. */
function creationCode(owner: Address): Hex {
  return encodeDeployData({ abi: standInTokenAbi, bytecode: standInTokenBytecode, args: ['Bond', 'BND', owner] })
}

async function accept(owner?: Address) {
  const from = getAddress((await world.newWallet()).address)
  const call = { type: 'DEPLOY' as const, chain, from, to: null, value: 0n, data: creationCode(owner ?? from) }
  const prepared = await prepareContractCall(world.tenant, call)
  const accepted = await inTenant(world.tenant, (ctx) => acceptTransaction(ctx, { ...prepared, ...NO_REQUEST_NAME }))
  return { accepted, id: accepted.id, address: getContractAddress({ from, nonce: 0n }) }
}

/** A deployment that is sent and not mined; the worker keeps running. */
async function inThePool() {
  const from = getAddress((await world.newWallet()).address)
  await world.chain.test.setBalance({ address: from, value: 10n ** 18n })
  await world.chain.holdMining()
  const call = { type: 'DEPLOY' as const, chain, from, to: null, value: 0n, data: creationCode(from) }
  const prepared = await prepareContractCall(world.tenant, call)
  const { id } = await inTenant(world.tenant, (ctx) => acceptTransaction(ctx, { ...prepared, ...NO_REQUEST_NAME }))
  const run = world.runEngine()
  await expect.poll(async () => (await world.read(id)).stage).toBe('broadcast')
  return { id, run, address: getContractAddress({ from, nonce: 0n }) }
}

async function ended(id: string) {
  await world.runUntilEnded(id)
  return world.read(id)
}

const codeAt = async (address: Address) => (await world.chain.rpc.getCode({ address })) ?? '0x'

test('a deployment without recipient creates its contract, and the record has its address', async () => {
  const { accepted, id, address } = await accept()
  expect(accepted).toMatchObject({ type: 'DEPLOY', status: 'PENDING', toAddress: DEPLOYMENT_ADDRESS })
  expect(accepted.contractAddress).toBeUndefined()
  const record = await ended(id)
  expect(record).toMatchObject({ status: 'COMPLETED', stage: 'final', contractAddress: address })
  const receipt = await world.chain.rpc.getTransactionReceipt({ hash: asHash(record.txHash) })
  expect(receipt).toMatchObject({ to: null, contractAddress: address.toLowerCase(), status: 'success' })
  expect(record.feeWei).toBe((receipt.gasUsed * receipt.effectiveGasPrice).toString())
  expect((await codeAt(address)).length).toBeGreaterThan(1_000)
})

test('a constructor that reverts is refused before anything is sent', async () => {
  const { accepted } = await accept(DEPLOYMENT_ADDRESS)
  expect(accepted).toMatchObject({ status: 'FAILED', txHash: null })
  expect(accepted.error).toContain('OwnableInvalidOwner')
  expect(accepted.contractAddress).toBeUndefined()
})

test('a stuck deployment is replaced at higher fees and creates the announced contract', async () => {
  const { id, run, address } = await inThePool()
  expect((await world.read(id)).contractAddress).toBe(address)
  await world.setTransaction(id, { speedUpRequestedAt: new Date() })
  await world.reasonsOf(id).toEqual(['first', 'bump'])
  world.chain.resumeMining()
  await run
  const record = await ended(id)
  const attempts = await world.attemptsOf(id)
  expect(record).toMatchObject({ status: 'COMPLETED', contractAddress: address, txHash: attempts[1]?.txHash })
  expect((await codeAt(address)).length).toBeGreaterThan(1_000)
})

test('a deployment that is cancelled in time creates nothing, and its record names no contract', async () => {
  const { id, run, address } = await inThePool()
  await world.setTransaction(id, { cancelRequestedAt: new Date() })
  await world.reasonsOf(id).toEqual(['first', 'cancel'])
  world.chain.resumeMining()
  await run
  const record = await ended(id)
  expect(record).toMatchObject({ status: 'FAILED', error: 'Cancelled before it was mined' })
  expect(record.contractAddress).toBeUndefined()
  expect(await codeAt(address)).toBe('0x')
})

test('after a reorg without its block the contract is created again at the same address', async () => {
  const { id, run, address } = await inThePool()
  world.chain.resumeMining()
  await expect.poll(async () => (await world.read(id)).stage).toBe('mined')
  await world.chain.rebuild(2)
  await run
  expect(await ended(id)).toMatchObject({ status: 'COMPLETED', contractAddress: address })
  expect((await codeAt(address)).length).toBeGreaterThan(1_000)
})

test('wallets of the platform create contracts too, all queued ones or none, without a budget', async () => {
  const [signer] = await listPlatformWallets(workerCtx())
  if (!signer) throw new Error('the platform has wallets')
  const from = getAddress(signer.address)
  const what = { type: 'DEPLOY' as const, toAddress: DEPLOYMENT_ADDRESS, amountUnits: 0n, callData: creationCode(from) }
  const intent = { ...what, signer, gasLimit: 3_000_000n }
  const stranger = { ...intent, signer: { ...signer, id: world.tenant.businessId } }
  await expect(inWorker((ctx) => queueTransactions(ctx, chain, [intent, stranger]))).rejects.toThrow()
  const ids = await inWorker((ctx) => queueTransactions(ctx, chain, [intent, intent]))
  await world.runUntilEnded(...ids)
  for (const id of ids) {
    const row = await world.rowOf(id)
    expect(row).toMatchObject({ status: 'COMPLETED', signerType: 'PLATFORM', feeHoldMicros: 0n, gasBudgetMicros: 0n })
    const address = getContractAddress({ from, nonce: BigInt(row.nonce ?? -1) })
    expect((await codeAt(address)).length).toBeGreaterThan(1_000)
  }
})
