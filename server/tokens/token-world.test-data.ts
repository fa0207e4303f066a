import { randomUUID } from 'node:crypto'
import { type Address, getAddress } from 'viem'
import { erc20Abi } from '@/contracts/generated/erc20'
import { yieldTokenAbi } from '@/contracts/generated/yield-token'
import { waitForReceipt } from '@/dev/chains/wait-for-receipt'
import { claimCursor, releaseCursor } from '@/server/chains/cursor'
import { FIRST_RANGE } from '@/server/chains/follow/range-size'
import { workerCtx } from '@/server/ctx'
import { pumpChain } from '@/server/engine/evm/pump-chain'
import { CHAIN_ID, startLocalChain } from '@/server/testing/local-chain'
import { newWallet } from '@/server/testing/new-wallet'
import { requireChain } from '@/server/testing/require-chain'
import { testDatabase } from '@/server/testing/test-database'
import { type Answer, walletClient } from '@/server/testing/wallet-client'
import { tokenView } from './contract'
import { followTokens } from './follow/follow-tokens'
import { carryOperations } from './operations/carry-operations'
import { type OperationView, operationView } from './operations/contract'
import { keepTokens } from './payouts/keep-tokens'

export const PLAIN = {
  ticker: 'MMF',
  name: 'Money market fund',
  price: 1,
  chain: 'BASE',
  decimals: 6,
  assetClass: 'MONEY_MARKET',
  tokenType: 'ASSET',
}
const SECONDS_PER_DAY = 86_400

/** A database, a chain with the asset factory, and a business that issues tokens on it through /v1. */
export async function openTokenWorld() {
  const database = await testDatabase()
  const chain = await startLocalChain()
  const client = await walletClient()
  const admin = getAddress((await newWallet(client.tenant)).address)
  const usdc = (await requireChain()).tokens.find(({ symbol }) => symbol === 'USDC')
  if (!usdc) throw new Error('the local chain has no USDC')
  const payment = getAddress(usdc.address)

  /** One turn of everything that runs by itself. */
  async function turn(): Promise<void> {
    await pumpChain(workerCtx(), CHAIN_ID)
    await follow()
    await carryOperations(workerCtx())
  }
  async function follow(): Promise<void> {
    const owner = randomUUID()
    const follower = { range: FIRST_RANGE }
    for (let turns = 0; turns < 200; turns += 1) {
      const key = { chainId: CHAIN_ID, consumer: 'tokens' as const }
      const cursor = await claimCursor(workerCtx(), key, { owner, seconds: 60 })
      if (!cursor) throw new Error('somebody else follows')
      const took = await followTokens(workerCtx(), await requireChain(), cursor, follower)
      if (took === 'read') continue
      await releaseCursor(workerCtx(), key, owner)
      return
    }
  }
  const readOperation = async (tokenId: string, ref: string): Promise<OperationView> =>
    operationView.parse((await client.get(`/v1/tokens/${tokenId}/operations/${ref}`)).data)

  /** As it ended. */
  async function ended(tokenId: string, answer: Answer): Promise<OperationView> {
    if (answer.code !== 202) throw new Error(`${answer.code} ${answer.message} ${answer.errors?.join('; ') ?? ''}`)
    const { operationRef } = operationView.parse(answer.data)
    for (let turns = 0; turns < 120; turns += 1) {
      const operation = await readOperation(tokenId, operationRef)
      if (operation.status !== 'PENDING') return operation
      await turn()
    }
    throw new Error('the operation does not end')
  }
  const read = async (tokenId: string) => tokenView.parse((await client.get(`/v1/tokens/${tokenId}`)).data)
  const ask = (tokenId: string, what: string, body: unknown = {}, key: string = randomUUID()) =>
    client.post(`/v1/tokens/${tokenId}/${what}`, body, key)

  return {
    database,
    chain,
    client,
    admin,
    payment,
    turn,
    follow,
    ended,
    read,
    ask,
    issue: (body: object, key: string = randomUUID()) => client.post('/v1/tokens', { tokenAdmin: admin, ...body }, key),
    /** A token that is ACTIVE. */
    async active(body: object) {
      const answer = await client.post('/v1/tokens', { tokenAdmin: admin, ...body }, randomUUID())
      if (answer.code !== 201) throw new Error(`${answer.code} ${answer.message} ${answer.errors?.join('; ') ?? ''}`)
      const { id, operationRef } = tokenView.parse(answer.data)
      await ended(id, { ...answer, code: 202, data: await readOperation(id, operationRef) })
      return read(id)
    },
    /** Does it and wants it done. */
    async done(tokenId: string, what: string, body: unknown = {}): Promise<OperationView> {
      const operation = await ended(tokenId, await ask(tokenId, what, body))
      if (operation.status !== 'COMPLETED') throw new Error(`${what}: ${operation.error}`)
      return operation
    },
    newWallet: async (): Promise<Address> => getAddress((await newWallet(client.tenant)).address),
    keep: () => keepTokens(workerCtx()),
    /** The chain is at the first second of this day from now on, or where it is if that is later. */
    async travelTo(day: string): Promise<void> {
      const timestamp = BigInt(Date.parse(`${day}T00:00:10Z`) / 1_000)
      await chain.test.setNextBlockTimestamp({ timestamp })
      await chain.test.mine({ blocks: 1 })
    },
    /** The day (UTC) of the newest block, some days later. */
    async dayAfter(days: number): Promise<string> {
      const { timestamp } = await chain.rpc.getBlock()
      return new Date((Number(timestamp) + days * SECONDS_PER_DAY) * 1_000).toISOString().slice(0, 10)
    },
    /** Of the token that coupons are paid in. */
    async fund(to: Address, units: bigint): Promise<void> {
      const call = {
        chain: null,
        address: payment,
        abi: erc20Abi,
        functionName: 'transfer',
        args: [to, units],
      } as const
      const hash = await chain.rpc.writeContract(call)
      await waitForReceipt(chain.rpc, hash)
    },
    paidTo: (holder: Address) =>
      chain.rpc.readContract({ address: payment, abi: erc20Abi, functionName: 'balanceOf', args: [holder] }),
    onChain: (token: string, holder: Address) =>
      chain.rpc.readContract({
        address: getAddress(token),
        abi: yieldTokenAbi,
        functionName: 'balanceOf',
        args: [holder],
      }),
    supplyOf: (token: string) =>
      chain.rpc.readContract({ address: getAddress(token), abi: yieldTokenAbi, functionName: 'totalSupply' }),
    async close() {
      await chain.stop()
      await database.close()
    },
  }
}
export type TokenWorld = Awaited<ReturnType<typeof openTokenWorld>>
