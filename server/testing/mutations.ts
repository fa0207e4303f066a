import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { newId } from '@/db/new-id'
import {
  approvals,
  businesses,
  deposits,
  indexerLogs,
  indexerReplays,
  indexerSubscriptions,
  ipAllowlist,
  rpcEndpoints,
  transactions,
  wallets,
  webhookEndpoints,
  webhookMessages,
} from '@/db/schema'
import { inTenant, inWorker } from '@/server/ctx'
import { rotateKeyPair } from '@/server/keys/rotate-key-pair'
import { currentSigningKey } from '@/server/keys/signing-keys'
import { addWallets } from '@/server/wallets/add-wallets'
import { createTenant } from './create-tenant'
import { newPortalCaller, PASSWORD, type PortalCaller } from './portal-caller'
import { transferRow } from './transfer-row'

const CHAIN_ID = 84_532
const ADDRESS = '0x00000000000000000000000000000000000000AA'
const PLAN = {
  description: 'A plan',
  isActive: true,
  priceMonthly: '0',
  capabilities: [],
  readPerMinute: 1,
  sponsoredDailyUsd: 1,
  writePerMinute: 1,
}

export type MutationWorld = Awaited<ReturnType<typeof newMutationWorld>>
export type MutationCall = { as: PortalCaller; input: unknown }

/** A business with an owner of its own, an operator, and what mutations work on. `rpcUrl`: a node that knows every contract. */
export async function newMutationWorld(rpcUrl: string) {
  const tenant = await createTenant()
  const { businessId, projectId } = tenant
  const owner = await newPortalCaller({ businessId, role: 'owner' })
  const operator = await newPortalCaller({ platformRole: 'operator' })

  const { id: walletId, address } = await inTenant(tenant, async (ctx) => {
    await addWallets(ctx, { chainType: 'EVM', purpose: 'TEST', count: 1 })
    return first(await ctx.db.select().from(wallets))
  })

  const transaction = (row: Partial<typeof transactions.$inferInsert>) =>
    inTenant(tenant, async ({ db }) => {
      const id = newId()
      await db.insert(transactions).values({
        ...transferRow({ businessId, projectId, walletId, address }),
        laneWalletId: walletId,
        toAddress: ADDRESS,
        ...row,
        id,
      })
      return id
    })

  return {
    businessId,
    projectId,
    owner,
    operator,
    walletId,
    rpcUrl,
    queued: () => transaction({ stage: 'queued' }),
    sent: () =>
      transaction({
        stage: 'broadcast',
        nonce: 1,
        senderAddress: address,
        signedAt: new Date(),
        broadcastAt: new Date(),
      }),
    suspend: () =>
      inWorker(({ db }) => db.update(businesses).set({ status: 'suspended' }).where(eq(businesses.id, businessId))),
    approval: async () => {
      const transactionId = await transaction({ stage: 'awaiting_approval' })
      const expiresAt = new Date(Date.now() + 3_600_000)
      const row = { businessId, projectId, transactionId, reason: 'test', requestedBy: 'somebody', expiresAt }
      return inTenant(tenant, async ({ db }) => first(await db.insert(approvals).values(row).returning()).id)
    },
    message: async (destinationId: string | null = null) => {
      const told = { source: 'test', sourceId: newId(), kind: 'wallet.transfer.completed' } as const
      const row = { businessId, projectId, ...told, url: 'https://x.example', body: '{}' }
      return inTenant(
        tenant,
        async ({ db }) =>
          first(
            await db
              .insert(webhookMessages)
              .values({ ...row, destinationId, status: 'failed' })
              .returning(),
          ).id,
      )
    },
    subscription: async () => {
      const own = { businessId, projectId, chainId: CHAIN_ID, contractAddress: ADDRESS, createdBy: 'test' }
      const row = { ...own, webhookUrl: 'https://x.example', events: ['transfer'], fromBlock: 1n }
      const secretSealed = new Uint8Array([1])
      return inTenant(
        tenant,
        async ({ db }) =>
          first(
            await db
              .insert(indexerSubscriptions)
              .values({ ...row, secretSealed })
              .returning(),
          ).id,
      )
    },
    replay: async (subscriptionId: string) => {
      const own = { businessId, projectId, subscriptionId, chainId: CHAIN_ID, asked: '[]', events: ['transfer'] }
      const blocks = { fromBlock: 1n, toBlock: 9n, nextBlock: 1n, createdBy: 'test' }
      return inTenant(
        tenant,
        async ({ db }) =>
          first(
            await db
              .insert(indexerReplays)
              .values({ ...own, ...blocks })
              .returning(),
          ).id,
      )
    },
    log: async (subscriptionId: string, messageId: string) => {
      const own = { businessId, projectId, subscriptionId, messageId, chainId: CHAIN_ID, contractAddress: ADDRESS }
      const what = { network: 'BASE', eventType: 'transfer', eventId: '0x1:0', transactionHash: '0x1' }
      const outcome = { webhookUrl: 'https://x.example', status: 'failed', httpStatus: 500, isReplay: false } as const
      return inTenant(
        tenant,
        async ({ db }) =>
          first(
            await db
              .insert(indexerLogs)
              .values({ ...own, ...what, ...outcome })
              .returning(),
          ).id,
      )
    },
    deposit: async () => {
      const own = { businessId, projectId, walletId, chainId: CHAIN_ID, fromAddress: ADDRESS, txHash: randomUUID() }
      const what = { symbol: 'ETH', decimals: 18, amountUnits: 1n, blockNumber: 1n, blockHash: '0x2' }
      return inWorker(
        async ({ db }) =>
          first(
            await db
              .insert(deposits)
              .values({ ...own, ...what })
              .returning(),
          ).id,
      )
    },
    webhookEndpoint: () => {
      const row = { businessId, projectId, url: 'https://x.example', events: ['wallet.*'], createdBy: 'test' }
      const secretSealed = new Uint8Array([1])
      return inTenant(
        tenant,
        async ({ db }) =>
          first(
            await db
              .insert(webhookEndpoints)
              .values({ ...row, secretSealed })
              .returning(),
          ).id,
      )
    },
    allowlistEntry: () => {
      const row = { businessId, projectId, ipAddress: '203.0.113.9', createdBy: 'test' }
      return inTenant(tenant, async ({ db }) => first(await db.insert(ipAllowlist).values(row).returning()).id)
    },
    key: async () =>
      (await inTenant(tenant, (ctx) => rotateKeyPair({ ...ctx, projectId }, { overlapHours: 0 }))).live.id,
    endpoint: () =>
      inWorker(async ({ db }) => {
        const [known] = await db.select().from(rpcEndpoints).where(eq(rpcEndpoints.url, rpcUrl))
        if (known) return known.id
        const row = { chainId: CHAIN_ID, url: rpcUrl, label: 'test', role: 'full', priority: 1 } as const
        return first(await db.insert(rpcEndpoints).values(row).returning()).id
      }),
  }
}

/** One of each kind that queries ask for by its id, with the page of lists. */
export async function newSubjects(world: MutationWorld) {
  const { businessId, projectId, walletId } = world
  const [transactionId, messageId] = [await world.queued(), await world.message()]
  const subscriptionId = await world.subscription()
  const logId = await world.log(subscriptionId, messageId)
  const [endpointId, depositId] = [await world.webhookEndpoint(), await world.deposit()]
  const own = {
    businessId,
    depositId,
    endpointId,
    projectId,
    walletId,
    walletIds: [walletId],
    transactionId,
    messageId,
    subscriptionId,
    logId,
  }
  return { ...own, requestId: randomUUID(), chainId: CHAIN_ID, page: 1 }
}

/** A call of each mutation that succeeds in a fresh world. A mutation that is missing here fails the test. */
export const MUTATION_EXAMPLES: Record<string, (world: MutationWorld) => Promise<MutationCall>> = {
  'approvals.approve': async (w) => byOwner(w, { approvalId: await w.approval() }),
  'approvals.reject': async (w) => byOwner(w, { approvalId: await w.approval() }),
  'audit.verify': async (w) => byOwner(w, {}),
  'audit.verifyOfChain': async (w) => byOperator(w, { businessId: w.businessId }),
  'businesses.create': async (w) => byOperator(w, { name: `Business ${randomUUID()}` }),
  'businesses.setStatus': async (w) => byOperator(w, { businessId: w.businessId, status: 'suspended' }),
  'chains.addEndpoint': async (w) =>
    byOperator(w, {
      chainId: CHAIN_ID,
      label: 'new',
      role: 'full',
      priority: 2,
      url: `${w.rpcUrl}/${randomUUID()}`,
    }),
  'chains.setEndpointActive': async (w) => byOperator(w, { endpointId: await w.endpoint(), isActive: true }),
  'chains.testEndpoint': async (w) => byOperator(w, { endpointId: await w.endpoint() }),
  'chains.updateEndpoint': async (w) =>
    byOperator(w, { endpointId: await w.endpoint(), label: randomUUID(), role: 'full', priority: 1 }),
  'indexer.cancelReplay': async (w) => {
    const subscriptionId = await w.subscription()
    return byOwner(w, { subscriptionId, replayId: await w.replay(subscriptionId) })
  },
  'indexer.createSubscription': async (w) => {
    await w.endpoint()
    const asked = { network: 'BASE', chainId: CHAIN_ID, contractAddress: ADDRESS, events: ['transfer'] }
    return byOwner(w, { ...asked, webhookUrl: 'http://127.0.0.1:9/hook' })
  },
  'indexer.deleteSubscription': async (w) => byOwner(w, { subscriptionId: await w.subscription() }),
  'indexer.recover': async (w) => {
    const subscriptionId = await w.subscription()
    await w.message(subscriptionId)
    return byOwner(w, { subscriptionId, since: new Date(Date.now() - 3_600_000) })
  },
  'indexer.resendLog': async (w) => byOwner(w, { logId: await w.log(await w.subscription(), await w.message()) }),
  'indexer.rotateSecret': async (w) => byOwner(w, { subscriptionId: await w.subscription() }),
  'indexer.createReplay': async (w) => {
    await w.endpoint()
    return byOwner(w, { subscriptionId: await w.subscription(), fromBlock: 0, toBlock: 0 })
  },
  'indexer.testSubscription': async (w) => byOwner(w, { subscriptionId: await w.subscription() }),
  'indexer.updateSubscription': async (w) => byOwner(w, { subscriptionId: await w.subscription(), status: 'paused' }),
  'keys.rotateOfProject': async (w) =>
    byOperator(w, { businessId: w.businessId, projectId: w.projectId, overlapHours: 24 }),
  'keys.revoke': async (w) => byOperator(w, { businessId: w.businessId, projectId: w.projectId, keyId: await w.key() }),
  'keys.rotate': async (w) => byOwner(w, { overlapHours: 24 }),
  'keys.issueOwnToken': async (w) => {
    await w.key()
    // The first token of an installation makes its signing key.
    await currentSigningKey()
    return byOwner(w, { environment: 'live' })
  },
  'lanes.cancel': async (w) => byOperator(w, { transactionId: await w.queued(), reason: 'a slip' }),
  'lanes.endWaiting': async (w) => {
    await w.queued()
    await w.suspend()
    return byOperator(w, { businessId: w.businessId, projectId: w.projectId, reason: 'a slip' })
  },
  'lanes.speedUp': async (w) => byOperator(w, { transactionId: await w.sent(), reason: 'too slow' }),
  'ledger.credit': async (w) => byOperator(w, { businessId: w.businessId, amountUsd: '10.00', reason: 'welcome' }),
  'people.changePassword': async (w) => ({ as: w.owner, input: { current: PASSWORD, next: 'another long password' } }),
  'people.invite': async (w) =>
    byOperator(w, {
      name: 'New Person',
      email: `${randomUUID()}@example.test`,
      role: 'viewer',
      businessId: w.businessId,
    }),
  'people.resetPassword': async (w) => byOperator(w, { personId: w.owner.personId }),
  'people.revokeOtherSessions': async (w) => ({ as: w.owner, input: undefined }),
  'people.revokeSession': async (w) => ({ as: w.owner, input: { sessionId: await w.owner.openSession() } }),
  'people.setActive': async (w) => byOperator(w, { personId: w.owner.personId, isActive: false }),
  'plans.create': async (w) => byOperator(w, { ...PLAN, name: randomUUID(), productId: 1 }),
  'subscriptions.setPlan': async (w) =>
    byOperator(w, { businessId: w.businessId, projectId: w.projectId, productId: 1, planId: null }),
  'plans.update': async (w) => byOperator(w, { ...PLAN, name: randomUUID(), planId: 1 }),
  'policies.save': async (w) =>
    byOwner(w, {
      isActive: true,
      perTransactionUsd: '5',
      dailyUsd: null,
      approvalAboveUsd: null,
      recipients: null,
      methods: null,
      version: null,
    }),
  'prices.setFixed': async (w) => byOperator(w, { symbol: 'cNGN', priceUsd: '0.0007' }),
  'projects.allowIpAddress': async (w) => byOwner(w, { ipAddress: '203.0.113.7', label: 'office' }),
  'projects.create': async (w) => byOperator(w, { businessId: w.businessId, name: 'Second' }),
  'projects.removeAllowedIpAddress': async (w) => byOwner(w, { entryId: await w.allowlistEntry() }),
  'projects.rotateWebhookSecret': async (w) => byOwner(w, {}),
  'projects.setTestnetsOnly': async (w) => byOwner(w, { testnetsOnly: true }),
  'projects.setTestnetsOnlyOfProject': async (w) =>
    byOperator(w, { businessId: w.businessId, projectId: w.projectId, testnetsOnly: true }),
  'projects.setStatus': async (w) =>
    byOperator(w, { businessId: w.businessId, projectId: w.projectId, status: 'suspended' }),
  'transactions.cancel': async (w) => byOwner(w, { transactionId: await w.queued(), reason: 'a slip' }),
  'transactions.speedUp': async (w) => byOwner(w, { transactionId: await w.sent(), reason: 'too slow' }),
  'platform.enableDelegate': async (w) => {
    await w.endpoint()
    return byOperator(w, { chainId: CHAIN_ID })
  },
  'platform.saveGasSettings': async (w) =>
    byOperator(w, { chainId: CHAIN_ID, gasStrategy: 'topup', gasLow: '0.1', gasTarget: '0.2', treasuryLow: '1' }),
  'sponsorship.setBudget': async (w) =>
    byOperator(w, { businessId: w.businessId, chainId: CHAIN_ID, dailyUsd: '5', reason: 'a trial' }),
  'wallets.bind': async (w) => byOwner(w, { walletId: w.walletId, boundProjectId: w.projectId }),
  'wallets.create': async (w) => byOwner(w, { chainType: 'EVM', count: 2, purpose: 'TEST' }),
  'wallets.fund': async (w) => byOwner(w, { walletId: w.walletId, chainId: CHAIN_ID, symbol: 'cNGN', amount: '100' }),
  'wallets.deactivate': async (w) => byOwner(w, { walletId: w.walletId }),
  'webhooks.createEndpoint': async (w) => byOwner(w, { url: 'http://127.0.0.1:9/hook', events: ['wallet.*'] }),
  'webhooks.deleteEndpoint': async (w) => byOwner(w, { endpointId: await w.webhookEndpoint() }),
  'webhooks.recover': async (w) => {
    await w.message()
    return byOwner(w, { since: new Date(Date.now() - 3_600_000) })
  },
  'webhooks.resend': async (w) => byOwner(w, { messageId: await w.message() }),
  'webhooks.rotateEndpointSecret': async (w) => byOwner(w, { endpointId: await w.webhookEndpoint() }),
  'webhooks.testEndpoint': async (w) => byOwner(w, { endpointId: await w.webhookEndpoint() }),
  'webhooks.updateEndpoint': async (w) => byOwner(w, { endpointId: await w.webhookEndpoint(), status: 'paused' }),
  'webhooks.sendTestEvent': async (w) => byOwner(w, { url: 'https://example.com/hook' }),
}

function byOwner({ owner, projectId }: MutationWorld, input: object): MutationCall {
  return { as: owner, input: { projectId, ...input } }
}

function byOperator({ operator }: MutationWorld, input: object): MutationCall {
  return { as: operator, input }
}

function first<T>(rows: readonly T[]): T {
  const [row] = rows
  if (!row) throw new Error('a row is missing')
  return row
}
