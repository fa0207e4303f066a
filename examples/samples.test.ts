import { createClient, signWebhook } from '@slipway/sdk'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { startReceiver } from '@/dev/testing/webhook-receiver'
import { claimCursor } from '@/server/chains/cursor'
import { workerCtx } from '@/server/ctx'
import { followDeposits, newDepositFollower } from '@/server/deposits/follow/follow-deposits'
import { sweepAt } from '@/server/sweeps/sweep-world.test-data'
import { newCaller } from '@/server/testing/callers'
import { openDoors } from '@/server/testing/doors'
import { drainChain } from '@/server/testing/drain-chain'
import { CHAIN_ID, type LocalChain, startLocalChain } from '@/server/testing/local-chain'
import { openDatabase } from '@/server/testing/open-database'
import { requireChain } from '@/server/testing/require-chain'
import { dispatchWebhooks } from '@/server/webhooks/dispatch'
import { createCheckout } from './checkout/checkout'
import { runPayroll } from './payroll/payroll'

openDatabase()
let local: LocalChain
let doors: Awaited<ReturnType<typeof openDoors>>
beforeAll(async () => {
  local = await startLocalChain()
  doors = await openDoors()
})
afterAll(async () => {
  await doors.close()
  await local.stop()
})

const MAJOR = 1_000_000n
const within = { timeout: 60_000, interval: 100 }

/** A new project, by its client, with the wallet that receives or pays. */
async function start() {
  const { apiKey } = await newCaller()
  const slipway = createClient({ apiKey, baseUrl: doors.baseUrl })
  const [wallet] = await slipway.createWallets({ chainType: 'EVM', purpose: 'TREASURY' })
  return { slipway, treasury: wallet?.address ?? '' }
}

test('the checkout credits each deposit once, refuses forged webhooks, and its sweep rule collects the money', async () => {
  const { slipway, treasury } = await start()
  const receiver = await startReceiver()
  const { signingSecret } = await slipway.createWebhookEndpoint({
    url: receiver.url,
    events: ['wallet.deposit.confirmed'],
  })
  const options = { slipway, chainId: CHAIN_ID, token: { address: local.cngn.address, decimals: 6 }, treasury }
  const checkout = createCheckout({ ...options, webhookSecret: signingSecret })
  await checkout.start('10')
  await checkout.start('10')
  const [ada, ben] = [await checkout.openAccount('ada'), await checkout.openAccount('ben')]
  expect(await checkout.openAccount('ada')).toBe(ada)

  const follower = newDepositFollower()
  await local.fundToken(ada, 25n * MAJOR)
  await local.fundToken(ben, 3n * MAJOR)
  await vi.waitFor(async () => {
    const lease = { owner: 'test', seconds: 30 }
    const cursor = await claimCursor(workerCtx(), { chainId: CHAIN_ID, consumer: 'deposits' }, lease)
    if (cursor) await followDeposits(workerCtx(), await requireChain(CHAIN_ID), cursor, follower)
    await dispatchWebhooks(workerCtx())
    expect(receiver.visits).toHaveLength(2)
  }, within)
  await receiver.close()
  // Webhooks come at least once.
  for (const visit of [...receiver.visits, ...receiver.visits]) expect(await checkout.receive(visit)).toBe(204)
  expect([checkout.paidBy('ada'), checkout.paidBy('ben')]).toEqual([25n * MAJOR, 3n * MAJOR])

  const [{ body } = { body: '' }] = receiver.visits
  const timestamp = Math.floor(Date.now() / 1_000)
  const forged = await signWebhook({ id: 'msg_1', timestamp, body, secret: { raw: 'not-the-secret-of-it' } })
  expect(await checkout.receive({ body, headers: forged })).toBe(401)

  // After a restart it knows what it knew.
  const restarted = createCheckout({ ...options, webhookSecret: signingSecret })
  await restarted.catchUp()
  expect([restarted.paidBy('ada'), restarted.paidBy('ben')]).toEqual([25n * MAJOR, 3n * MAJOR])

  await sweepAt()
  await drainChain()
  expect(await local.tokenBalance(treasury)).toBe(25n * MAJOR)
})

test('the payroll pays each line once, says why one is refused, and pays it once it is corrected', async () => {
  const { slipway, treasury: from } = await start()
  await local.fundToken(from, 100n * MAJOR)
  const [ada, ben] = [0xada, 0xbe1].map((n) => `0x${n.toString(16).padStart(40, '0')}`)
  const options = { slipway, from, chainId: CHAIN_ID, tokenAddress: local.cngn.address, intervalMs: 50 }
  const pay = async (csv: string) => {
    const paid = runPayroll(csv, options)
    let isDone = false
    void paid.finally(() => {
      isDone = true
    })
    await vi.waitFor(async () => {
      await drainChain()
      expect(isDone).toBe(true)
    }, within)
    return paid
  }
  const file = (of: string) => `reference,to,amount\npay-ada,${ada},12.5\npay-ben,${of},7\n`
  const [first, refused] = await pay(file('0x12'))
  expect(first).toMatchObject({ reference: 'pay-ada', error: null, txHash: expect.stringMatching(/^0x/) })
  expect(refused).toMatchObject({ reference: 'pay-ben', txHash: null, error: expect.stringContaining('toAddress') })
  const corrected = await pay(file(ben ?? ''))
  expect(corrected).toMatchObject([first, { reference: 'pay-ben', error: null }])
  expect(await pay(file(ben ?? ''))).toEqual(corrected)
  expect([await local.tokenBalance(ada ?? ''), await local.tokenBalance(ben ?? '')]).toEqual([12_500_000n, 7n * MAJOR])
})
