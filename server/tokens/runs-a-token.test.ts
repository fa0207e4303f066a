import { and, eq, isNotNull } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { rpcEndpoints, tokenOperations } from '@/db/schema'
import { tokenView } from '@/schemas/tokens/contract'
import { walletView } from '@/schemas/wallets/contract'
import { forgetChains } from '@/server/chains/registry'
import { inTenant, inWorker, workerCtx } from '@/server/ctx'
import { runEvmEngine } from '@/server/engine/evm/run-evm-engine'
import { countWaiting } from '@/server/testing/count-waiting'
import { holdTransaction } from '@/server/testing/hold-transaction'
import { CHAIN_ID } from '@/server/testing/local-chain'
import { type Lie, startLyingNode } from '@/server/testing/lying-node'
import { newWallet } from '@/server/testing/new-wallet'
import { deactivateWallet } from '@/server/wallets/deactivate-wallet'
import { advanceOperations } from './operations/advance-operations'
import { openTokenWorld, PLAIN, type TokenWorld } from './token-world.test-data'

const WALLETS = '/v1/wallet/hd'
const LONG = { timeout: 180_000 }
const db = () => workerCtx().db
let world: TokenWorld
beforeAll(async () => {
  world = await openTokenWorld()
})
afterAll(() => world.close())
beforeEach(() => world.client.signInAgain())

test('a tokenAdmin cannot be deactivated while its token has holders, is being issued or is minted', LONG, async () => {
  const admin = await newWallet(world.client.tenant)
  const { id } = walletView.parse((await world.client.get(`${WALLETS}/address-index/${admin.addressIndex}`)).data)
  const deactivate = () => world.client.post(`${WALLETS}/deactivate/${id}`)
  const refused = async () => expect(await deactivate()).toMatchObject({ code: 422, refusal: 'wallet_runs_token' })
  const issued = tokenView.parse((await world.issue({ ...PLAIN, tokenAdmin: admin.address })).data)
  await refused()
  for (let turn = 0; turn < 60 && (await world.read(issued.id)).status === 'PENDING'; turn += 1) await world.turn()
  await world.chain.holdMining()
  const mint = await world.ask(issued.id, 'mint', { to: admin.address, amount: '5' })
  await refused()
  world.chain.resumeMining()
  await world.ended(issued.id, mint)
  await refused()
  await world.done(issued.id, 'burn', { from: admin.address, amount: '5' })
  expect((await deactivate()).code).toBe(200)
  expect((await world.ask(issued.id, 'mint', { to: admin.address, amount: '5' })).refusal).toBe('wallet_deactivated')
})

test('a mint that is requested while its tokenAdmin is being deactivated is refused', LONG, async () => {
  const { tenant } = world.client
  const admin = await newWallet(tenant)
  const { id: walletId } = walletView.parse(
    (await world.client.get(`${WALLETS}/address-index/${admin.addressIndex}`)).data,
  )
  const { id } = await world.active({ ...PLAIN, tokenAdmin: admin.address })
  const isWaiting = async () => (await countWaiting(world.database.url)) > 0
  const letGo = await holdTransaction((pause) =>
    inTenant(tenant, async (ctx) => {
      await deactivateWallet(ctx, walletId)
      await pause()
    }),
  )
  const outcome: { of?: unknown } = {}
  const minting = world.ask(id, 'mint', { to: admin.address, amount: '5' }).then((answer) => {
    outcome.of = answer
  })
  await expect.poll(async () => outcome.of !== undefined || (await isWaiting()), { timeout: 30_000 }).toBe(true)
  await letGo()
  await minting
  expect(outcome.of).toMatchObject({ code: 422, refusal: 'wallet_deactivated' })
})

/** Replaces the chain's node until it is restored. */
async function behind(lie: Lie) {
  const ownUrl = world.chain.anvil.rpcUrl
  const node = await startLyingNode(ownUrl, lie)
  const set = async (url: string) => {
    await inWorker(({ db }) => db.update(rpcEndpoints).set({ url }).where(eq(rpcEndpoints.chainId, CHAIN_ID)))
    forgetChains()
  }
  await set(node.url)
  return async () => {
    await set(ownUrl)
    await node.stop()
  }
}

test('a lagging node does not make a deployment fail', LONG, async () => {
  const issued = tokenView.parse((await world.issue(PLAIN)).data)
  const isDue = async () => {
    const own = eq(tokenOperations.tokenId, issued.id)
    return (await db().$count(tokenOperations, and(own, isNotNull(tokenOperations.nextAttemptAt)))) > 0
  }
  for (let turn = 0; turn < 60 && !(await isDue()); turn += 1) {
    await runEvmEngine(workerCtx(), CHAIN_ID)
    await world.follow()
  }
  const back = await behind(({ method, params }) => {
    if (method === 'eth_blockNumber') return { result: '0x1' }
    return method === 'eth_getCode' && JSON.stringify(params).includes(issued.contractAddress)
      ? { result: '0x' }
      : undefined
  })
  expect((await advanceOperations(workerCtx())).counts).toEqual({ advanced: 0, failed: 0, put_off: 1 })
  expect((await world.read(issued.id)).status).toBe('PENDING')
  await back()
  await expect
    .poll(
      async () => {
        await world.turn()
        return (await world.read(issued.id)).status
      },
      { timeout: 90_000 },
    )
    .toBe('ACTIVE')
})
