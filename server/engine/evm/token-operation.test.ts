import { eq, sql } from 'drizzle-orm'
import postgres from 'postgres'
import { type Address, encodeFunctionData, getAddress, type Hex } from 'viem'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { standInTokenAbi, standInTokenBytecode } from '@/contracts/generated/stand-in-token'
import { lanes, transactions } from '@/db/schema'
import { waitForReceipt } from '@/dev/chains/wait-for-receipt'
import type { Chain } from '@/server/chains/registry'
import { inTenant, inWorker, workerCtx } from '@/server/ctx'
import { END_HANDLERS } from '@/server/engine/end-handlers'
import { listPlatformWallets } from '@/server/platform/gas-wallet'
import { queueTransactions } from '@/server/platform/queue-transactions'
import { type DebitedWorld, delegationsOf, openDebitedWorld, usdOf } from '@/server/testing/debited-world'
import { RECIPIENT } from '@/server/testing/engine-world'
import { laneOf } from '@/server/testing/float-world'
import { requireChain } from '@/server/testing/require-chain'
import { acceptTransactions } from '@/server/transactions/accept-transaction'
import { NO_REQUEST_NAME } from '@/server/transactions/intent-id'
import { prepareContractCalls } from '@/server/transactions/prepare/prepare-contract-call'

const LONG = { timeout: 240_000 }

let world: DebitedWorld
let chain: Chain
const ended: string[] = []
const asOfTheProduct = END_HANDLERS.TOKEN_OPERATION

beforeAll(async () => {
  world = await openDebitedWorld({ gasStrategy: 'topup', confirmations: 2 })
  END_HANDLERS.TOKEN_OPERATION = {
    afterFees: async (_, ending) => void ended.push(...ending.ended.map(({ id }) => id)),
  }
})
afterAll(async () => {
  END_HANDLERS.TOKEN_OPERATION = asOfTheProduct
  await world.close()
})
beforeEach(() => {
  ended.length = 0
  return world.chain.resumeMining()
})

describe.each(['topup', 'delegation'] as const)('operations on a token (%s)', (gasStrategy) => {
  beforeAll(async () => {
    await world.setChain({ gasStrategy })
    chain = await requireChain()
  })

  /** A wallet, and a token that it owns. */
  async function newToken(ownedBy?: Address): Promise<{ owner: Address; token: Address }> {
    const owner = ownedBy ?? getAddress((await world.newWallet()).address)
    const made = { abi: standInTokenAbi, bytecode: standInTokenBytecode, args: ['Bond', 'BND', owner] as const }
    const hash = await world.chain.rpc.deployContract({ ...made, chain: null })
    const { contractAddress } = await waitForReceipt(world.chain.rpc, hash)
    if (!contractAddress) throw new Error('the token was not made')
    return { owner, token: getAddress(contractAddress) }
  }

  const call = (functionName: 'mint' | 'transfer', to: string, units: bigint): Hex =>
    encodeFunctionData({ abi: standInTokenAbi, functionName, args: [getAddress(to), units] })

  const balanceOf = (token: Address, holder: string) =>
    world.chain.rpc.readContract({
      address: token,
      abi: standInTokenAbi,
      functionName: 'balanceOf',
      args: [getAddress(holder)],
    })

  const prepare = (owner: Address, token: Address, calls: readonly Hex[]) =>
    prepareContractCalls(
      world.tenant,
      calls.map((data) => ({ type: 'TOKEN_OPERATION' as const, chain, from: owner, to: token, value: 0n, data })),
    )

  async function accept(owner: Address, token: Address, calls: readonly Hex[]): Promise<string[]> {
    const prepared = await prepare(owner, token, calls)
    const intents = prepared.map((each) => ({ ...each, ...NO_REQUEST_NAME }))
    return (await inTenant(world.tenant, (ctx) => acceptTransactions(ctx, intents))).map(({ id }) => id)
  }

  async function finish(ids: readonly string[]) {
    await world.runUntilEnded(...ids)
    return Promise.all(ids.map(world.rowOf))
  }

  /** Gives the wallet gas of its own, so that no top-up has to be mined before it signs. */
  async function giveGas(owner: Address): Promise<void> {
    await world.chain.test.setBalance({ address: owner, value: 10n ** 18n })
    await workerCtx()
      .db.update(lanes)
      .set({ gasFloatUnits: 10n ** 18n })
      .where(eq(lanes.address, owner))
  }

  /**
   * The fees that the platform paid for the owner's transactions in addition to their own: of top-ups or delegations.
   */
  async function servedFees(owner: Address): Promise<(bigint | null)[]> {
    const served = gasStrategy === 'topup' ? (await laneOf(owner)).topUps : await delegationsOf([owner])
    return served.map(({ feeWei }) => feeWei)
  }

  test('a batch is minted and moved, each line ends once, and the mined gas is charged', LONG, async () => {
    const { owner, token } = await newToken()
    const ids = await accept(owner, token, [call('mint', owner, 5n), call('transfer', RECIPIENT, 2n)])
    const rows = await finish(ids)
    expect(rows.map(({ type, status, stage }) => [type, status, stage])).toEqual(
      ids.map(() => ['TOKEN_OPERATION', 'COMPLETED', 'final']),
    )
    expect([await balanceOf(token, owner), await balanceOf(token, RECIPIENT)]).toEqual([3n, 2n])
    expect(ended.toSorted()).toEqual(ids.toSorted())
    const charged = rows.reduce((sum, { feeChargedMicros }) => sum + (feeChargedMicros ?? 0n), 0n)
    const fees = [...rows.map(({ feeWei }) => feeWei), ...(await servedFees(owner))]
    // Each charge is rounded up separately.
    expect(charged - usdOf(...fees)).toBeGreaterThanOrEqual(0n)
    expect(charged - usdOf(...fees)).toBeLessThanOrEqual(1n)
    await world.expectSettled()
  })

  test('a call that depends on an earlier one waits for it, even with another relayer', LONG, async () => {
    const tokens = [await newToken(), await newToken(), await newToken(), await newToken()]
    const calls = (owner: Address) => [
      call('mint', owner, 3n),
      call('transfer', RECIPIENT, 1n),
      call('transfer', RECIPIENT, 2n),
    ]
    const first = await Promise.all(tokens.map(({ owner, token }) => accept(owner, token, calls(owner))))
    await finish(first.flat())
    const second = await Promise.all(tokens.map(({ owner, token }) => accept(owner, token, calls(owner))))
    const rows = await finish(second.flat())
    expect(rows.map(({ error }) => error)).toEqual(rows.map(() => null))
    for (const { token } of tokens) expect(await balanceOf(token, RECIPIENT)).toBe(6n)
    await world.expectSettled()
  })

  test(
    'a call that reverts behind others fails with its reason, is not sent, and does not affect the others',
    LONG,
    async () => {
      const { owner, token } = await newToken()
      const ids = await accept(owner, token, [call('mint', owner, 5n), call('transfer', RECIPIENT, 6n)])
      const [mint, transfer] = await finish(ids)
      expect(mint?.status).toBe('COMPLETED')
      expect(transfer).toMatchObject({ status: 'FAILED', txHash: null, feeChargedMicros: 0n })
      expect(transfer?.error).toMatch(/^The transaction reverted with ERC20InsufficientBalance: /)
      expect(ended.toSorted()).toEqual(ids.toSorted())
      expect(await balanceOf(token, owner)).toBe(5n)
      await world.expectSettled()
    },
  )

  test('a call that reverts in its block fails with its reason and pays its gas', LONG, async () => {
    const { owner, token } = await newToken()
    await finish(await accept(owner, token, [call('mint', owner, 5n)]))
    await giveGas(owner)
    await world.chain.holdMining()
    const [id = ''] = await accept(owner, token, [call('mint', owner, 7n)])
    const run = world.runEngine()
    await expect.poll(async () => (await world.rowOf(id)).stage).toBe('broadcast')
    // Writes another owner of the token into its storage, in the slot after balances, allowances, supply and names.
    await world.chain.test.setStorageAt({ address: token, index: 5, value: `0x${'0'.repeat(24)}${RECIPIENT.slice(2)}` })
    world.chain.resumeMining()
    await run
    const [row] = await finish([id])
    expect(row).toMatchObject({ status: 'FAILED', receiptSucceeded: false, feeChargedMicros: usdOf(row?.feeWei) })
    expect(row?.error).toMatch(/^The transaction reverted with OwnableUnauthorizedAccount: /)
    expect(ended).toContain(id)
    expect(await balanceOf(token, owner)).toBe(5n)
    await world.expectSettled()
  })

  test(
    'a connection that is lost before the commit leaves nothing of a batch, and nothing is sent for it',
    LONG,
    async () => {
      const { owner, token } = await newToken()
      const prepared = await prepare(owner, token, [call('mint', owner, 5n), call('transfer', RECIPIENT, 2n)])
      const intents = prepared.map((each) => ({ ...each, ...NO_REQUEST_NAME }))
      const count = () => workerCtx().db.$count(transactions)
      const before = await count()
      const lost = inTenant(world.tenant, async (ctx) => {
        await acceptTransactions(ctx, intents)
        const [own] = await ctx.db.execute<{ pid: number }>(sql`select pg_backend_pid() as pid`)
        const superuser = postgres(world.databaseUrl, { max: 1, onnotice: () => {} })
        await superuser`select pg_terminate_backend(${own?.pid ?? 0})`
        await superuser.end()
        await ctx.db.execute(sql`select 1`)
      })
      await expect(lost).rejects.toThrow()
      expect(await count()).toBe(before)
      await world.expectSettled()
      const again = await inTenant(world.tenant, (ctx) => acceptTransactions(ctx, intents))
      const rows = await finish(again.map(({ id }) => id))
      expect(rows.map(({ status }) => status)).toEqual(['COMPLETED', 'COMPLETED'])
    },
  )

  test('wallets of the platform can do it too, without a balance', LONG, async () => {
    const [signer] = await listPlatformWallets(workerCtx())
    if (!signer) throw new Error('the platform has wallets')
    const { token } = await newToken(getAddress(signer.address))
    const what = { type: 'TOKEN_OPERATION' as const, signer, toAddress: token, amountUnits: 0n, gasLimit: 200_000n }
    const calls = [call('mint', signer.address, 5n), call('transfer', RECIPIENT, 2n), call('transfer', RECIPIENT, 9n)]
    const ids = await inWorker((ctx) =>
      queueTransactions(
        ctx,
        chain,
        calls.map((callData) => ({ ...what, callData })),
      ),
    )
    const rows = await finish(ids)
    expect(rows.map(({ status }) => status)).toEqual(['COMPLETED', 'COMPLETED', 'FAILED'])
    expect(rows[2]?.error).toMatch(/^The transaction reverted with ERC20InsufficientBalance: /)
    expect(rows.map(({ feeHoldMicros, feeChargedMicros }) => [feeHoldMicros, feeChargedMicros])).toEqual(
      ids.map(() => [0n, null]),
    )
    expect(await balanceOf(token, RECIPIENT)).toBe(2n)
    expect(ended.toSorted()).toEqual(ids.toSorted())
  })
})
