import { eq, isNotNull } from 'drizzle-orm'
import { newId } from '@/db/new-id'
import {
  alarms,
  chainCursors,
  chainHeads,
  chainTokens,
  lanes,
  mailMessages,
  paymentArrivals,
  paymentSweeps,
  priceSources,
  providerReconciliations,
  requestLog,
  rpcEndpoints,
  transactions,
  wallets,
  workFaults,
} from '@/db/schema'
import { forgetChains } from '@/server/chains/registry'
import { startStubNode } from '@/server/chains/testing/stub-node'
import { inTenant, inWorker } from '@/server/ctx'
import { setFixedRate } from '@/server/fx/set-fixed-rate'
import { signAccessToken } from '@/server/keys/access-token'
import { createApiKey } from '@/server/keys/create-api-key'
import { postCredit } from '@/server/ledger/post-credit'
import { ensurePlatformWallets } from '@/server/platform/gas-wallet'
import { answerCall } from './answer-call'
import { createTenant } from './create-tenant'
import { openDoors } from './doors'
import { fillTenant } from './fill-tenant'
import { newMutationWorld } from './mutation-world'
import { newSubjects } from './new-subjects'
import { newPortalCaller } from './portal-caller'
import { proposedRate } from './proposed-rate'

const CHAIN_ID = 84_532
const METHODS = {
  eth_getCode: () => '0x6001',
  eth_getBalance: () => '0x1',
  eth_call: answerCall,
  eth_estimateGas: () => '0x5208',
  eth_gasPrice: () => '0x1',
  eth_getBlockByNumber: () => ({ number: '0x64', hash: '0x1', parentHash: '0x0', timestamp: '0x1' }),
}

export type DamagedWorld = Awaited<ReturnType<typeof openDamagedWorld>>

/** An owner, an operator and a key with something in every list of theirs. The last row of each table is none that lets them in. */
export async function openDamagedWorld() {
  const node = await startStubNode({ chainId: CHAIN_ID, methods: METHODS })
  const doors = await openDoors()
  await ensurePlatformWallets()
  const stranger = await newMutationWorld(node.url)
  await stranger.sent()
  const other = await createTenant()
  await fillTenant(other)
  const world = await newMutationWorld(node.url)
  const { businessId, projectId, owner, operator } = world
  const tenant = {
    businessId,
    projectId,
    actor: { type: 'user', id: owner.personId, name: 'Owner' },
    requestId: newId(),
  } as const
  await world.key()
  const { id: keyId } = await inTenant(tenant, (ctx) => createApiKey({ ...ctx, projectId }, { environment: 'live' }))
  await inTenant(tenant, (ctx) => createApiKey({ ...ctx, projectId }, { environment: 'test' }))
  await fillTenant(tenant)
  await world.endpoint()
  const subjects = await newSubjects(world)
  const { approval, message, subscription, webhookEndpoint, deposit } = world
  for (const make of [approval, approval, message, subscription, webhookEndpoint, deposit]) await make()
  await world.log(subjects.subscriptionId, subjects.messageId)
  await world.allowlistEntry()
  await world.sent()
  for (let twice = 0; twice < 2; twice++) {
    await world.providerEvent()
    await world.depositToken()
    await proposedRate()
    await addArrival(world)
  }
  await inWorker(({ db }) => postCredit(db, { businessId, micros: 1n, reason: 'test', createdBy: 'test' }))
  await inWorker(async ({ db }) => {
    const log = { businessId, projectId, method: 'GET', path: '/', status: 200, durationMs: 1 }
    await db.insert(requestLog).values([
      { ...log, id: newId() },
      { ...log, id: newId() },
    ])
    const mail = {
      kind: 'receipt',
      businessId,
      toAddress: 'a@example.com',
      subject: 'test',
      text: '',
      html: '',
    } as const
    const told = { source: 'payment', sourceId: 'test', status: 'failed', queuedAt: new Date() } as const
    await db.insert(mailMessages).values([
      { ...mail, ...told, onceKey: 'one' },
      { ...mail, ...told, onceKey: 'two' },
    ])
    const alarm = { kind: 'stuck_head', message: 'test' } as const
    await db.insert(alarms).values([
      { ...alarm, subject: 'a' },
      { ...alarm, subject: 'b' },
    ])
    await world.alarmChannel()
    await world.alarmChannel()
    const fault = { reason: 'test', next: 'test', count: 1, since: new Date(), lastAt: new Date() }
    await db.insert(workFaults).values([
      { ...fault, name: 'send-mails', subject: '' },
      { ...fault, name: 'dispatch-webhooks', subject: '' },
    ])
    await setFixedRate(db, { ngnPerUsdE8: 1n, createdBy: 'test' })
    await setFixedRate(db, { ngnPerUsdE8: 1n, createdBy: 'test' })
    await db.insert(priceSources).values({ symbol: 'FED', source: 'fixed', fixedE8: 1n, maxAgeSeconds: 60 })
    await db
      .insert(chainTokens)
      .values({ chainId: CHAIN_ID, symbol: 'TST', address: `0x${'11'.repeat(20)}`, decimals: 6 })
    await db
      .insert(chainHeads)
      .values({ chainId: CHAIN_ID, blockNumber: 1n, blockAt: new Date(), answeredAt: new Date() })
    await db.insert(chainCursors).values({ chainId: CHAIN_ID, consumer: 'engine', blockNumber: 1n })
    await db
      .insert(rpcEndpoints)
      .values({ chainId: CHAIN_ID, url: `${node.url}/second`, role: 'send_only', isActive: false })
    await db.update(lanes).set({ nextNonce: 2 })
    const sums = { theirCount: 1, theirMinor: 1n, ourCount: 1, ourMinor: 1n, broughtCount: 0, unmatchedCount: 0 }
    await db.insert(providerReconciliations).values([
      { ...sums, provider: 'monnify', day: '2026-05-04', comparedAt: new Date() },
      { ...sums, provider: 'monnify', day: '2026-05-05', comparedAt: new Date() },
    ])
    // Stuck from the beginning: lists are the same before and after.
    await db
      .update(transactions)
      .set({ broadcastAt: new Date(0) })
      .where(isNotNull(transactions.nonce))
  })
  await createTenant({ businessId })
  await createTenant()
  await newPortalCaller({ businessId: other.businessId, role: 'viewer' })
  await owner.openSession()
  forgetChains()
  return {
    owner,
    operator,
    /** For ten minutes, as every token: what takes longer asks for another. */
    newToken: () => signAccessToken({ keyId, businessId, projectId, environment: 'live' }),
    subjects,
    send: doors.open['the front server'].send,
    async close() {
      await doors.close()
      await node.close()
    },
  }
}

/** Something aside at an address that was made for a payment, and what takes it away. */
async function addArrival({ deposit, paymentAddress }: Awaited<ReturnType<typeof newMutationWorld>>): Promise<void> {
  const [depositId, address] = [await deposit(), await paymentAddress()]
  await inWorker(async ({ db }) => {
    const [wallet] = await db.select({ id: wallets.id }).from(wallets).where(eq(wallets.address, address))
    if (!wallet) throw new Error('the wallet is missing')
    const own = { walletId: wallet.id, chainId: CHAIN_ID, units: 1n }
    await db.insert(paymentArrivals).values({ ...own, depositId, providerTxnId: newId(), state: 'FOREIGN' })
    const leaving = { kind: 'RESCUE', toAddress: address, transactionId: newId(), createdBy: 'test' } as const
    await db.insert(paymentSweeps).values({ ...own, ...leaving })
  })
}
