import { createHash, randomInt, randomUUID } from 'node:crypto'
import { and, eq } from 'drizzle-orm'
import { getAddress } from 'viem'
import { newId } from '@/db/new-id'
import {
  alarmChannels,
  approvals,
  blockedAddresses,
  businesses,
  chainTokens,
  depositScreenings,
  deposits,
  indexerLogs,
  indexerReplays,
  indexerSubscriptions,
  ipAllowlist,
  mailMessages,
  noticeChannels,
  rpcEndpoints,
  savedViews,
  screeningLists,
  subscriptions,
  sweepRules,
  transactionShares,
  transactions,
  wallets,
  webhookEndpoints,
  webhookMessages,
} from '@/db/schema'
import { listBatches } from '@/server/approvals/list-batches'
import { forgetChains } from '@/server/chains/registry'
import { startStubNode } from '@/server/chains/testing/stub-node'
import { inTenant, inWorker } from '@/server/ctx'
import { rotateKeyPair } from '@/server/keys/rotate-key-pair'
import { createLinkToken, hashLinkToken } from '@/server/people/links/link-token'
import { PLATFORM_BUSINESS_ID } from '@/server/platform-business'
import { LIST_ID } from '@/server/screening/lists/read-list'
import { addWallets } from '@/server/wallets/add-wallets'
import { createTenant } from './create-tenant'
import { fillTokens, type TokenRequest } from './fill-tokens'
import { first } from './first'
import { inTenantWithSeed } from './in-tenant-with-seed'
import { newLink } from './new-link'
import { paymentRows } from './payment-rows'
import { newPortalCaller } from './portal-caller'
import { transferRow } from './transfer-row'

export const CHAIN_ID = 84_532
export const ADDRESS = '0x00000000000000000000000000000000000000AA'

export type MutationWorld = Awaited<ReturnType<typeof newMutationWorld>>

/** A business with an owner, an operator, and what mutations work on. `rpcUrl`: a node that knows every contract. */
const newAddress = () => getAddress(`0x${randomUUID().replaceAll('-', '').padStart(40, '0')}`)

export async function newMutationWorld(rpcUrl: string) {
  const tenant = await createTenant()
  const { businessId, projectId } = tenant
  const owner = await newPortalCaller({ businessId, role: 'owner' })
  const operator = await newPortalCaller({ platformRole: 'operator' })

  const { id: walletId, address } = await inTenantWithSeed(tenant, async (ctx) => {
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
    ...paymentRows({ businessId, projectId, walletId }),
    token: (wanted?: TokenRequest) => inWorker((ctx) => fillTokens(ctx, { businessId, projectId, walletId }, wanted)),
    businessId,
    projectId,
    owner,
    operator,
    walletId,
    rpcUrl,
    /** Another member of the business, a developer. */
    member: () => newPortalCaller({ businessId, role: 'developer' }),
    /** A person of another business. */
    stranger: async () => newPortalCaller({ businessId: (await createTenant()).businessId, role: 'viewer' }),
    invitation: (email?: string) => newLink({ kind: 'invitation', email, role: 'viewer', memberOf: businessId }),
    resetToken: async () => (await newLink({ kind: 'password_reset', email: owner.email })).token,
    emailToken: async () => (await newLink({ kind: 'email_change', userId: owner.personId })).token,
    /** A node of a chain that is not here. */
    nodeOfNewChain: async () => {
      const block = { number: '0x64', timestamp: '0x64', baseFeePerGas: '0x1' }
      const methods = { eth_getBlockByNumber: () => block, eth_gasPrice: () => '0x1', eth_getCode: () => '0x' }
      const node = await startStubNode({ chainId: randomInt(1_000_000_000, 2_000_000_000), methods })
      return node.url
    },
    chainToken: async () => {
      const address = newAddress()
      const row = { chainId: CHAIN_ID, symbol: address.slice(-8), address, decimals: 6 }
      await inWorker(({ db }) => db.insert(chainTokens).values(row))
      return address
    },
    queued: () => transaction({ stage: 'queued' }),
    /** A read-only link of a transaction that was opened already, and its token. */
    share: async () => {
      const transactionId = await transaction({ stage: 'queued' })
      const token = createLinkToken()
      const made = { tokenHash: hashLinkToken(token), createdBy: 'test', expiresAt: new Date(Date.now() + 3_600_000) }
      const row = { businessId, projectId, transactionId, firstOpenedAt: new Date(), ...made }
      const shareId = await inTenant(
        tenant,
        async ({ db }) => first(await db.insert(transactionShares).values(row).returning()).id,
      )
      return { transactionId, shareId, token }
    },
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
    /** A batch of one line that waits, as a person sees it; or one line more of a batch. */
    waitingBatch: async (batchId = newId()) => {
      const transactionId = await transaction({ stage: 'awaiting_approval', batchId })
      const expiresAt = new Date(Date.now() + 3_600_000)
      const row = { businessId, projectId, transactionId, reason: 'test', requestedBy: 'somebody', expiresAt }
      return inTenant(tenant, async (ctx) => {
        await ctx.db.insert(approvals).values(row)
        const { digest } = first(await listBatches({ ...ctx, projectId }, { batchId }))
        return { batchId, digest }
      })
    },
    approval: async () => {
      const transactionId = await transaction({ stage: 'awaiting_approval' })
      const expiresAt = new Date(Date.now() + 3_600_000)
      const row = { businessId, projectId, transactionId, reason: 'test', requestedBy: 'somebody', expiresAt }
      return inTenant(tenant, async ({ db }) => first(await db.insert(approvals).values(row).returning()).id)
    },
    message: async (destinationId: string | null = null) => {
      const reported = { source: 'test', sourceId: newId(), kind: 'wallet.transfer.completed' } as const
      const row = { businessId, projectId, ...reported, url: 'https://x.example', body: '{}' }
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
    screenedDeposit: async (list: 'BUSINESS' | 'OPERATOR') => {
      const own = { businessId, projectId, walletId, chainId: CHAIN_ID, fromAddress: ADDRESS, txHash: randomUUID() }
      const what = { symbol: 'ETH', decimals: 18, amountUnits: 1n, blockNumber: 1n, blockHash: '0x2' }
      const sender = { businessId: list === 'OPERATOR' ? PLATFORM_BUSINESS_ID : businessId, address: newAddress() }
      return inWorker(async ({ db }) => {
        const made = await db
          .insert(deposits)
          .values({ ...own, ...what, stage: 'confirmed' })
          .returning()
        const blocked = await db
          .insert(blockedAddresses)
          .values({ ...sender, reason: 'test', createdBy: 'test' })
          .returning()
        const [depositId, blockedAddressId] = [first(made).id, first(blocked).id]
        await db.insert(depositScreenings).values({ depositId, businessId, list, blockedAddressId })
        return depositId
      })
    },
    sweepRule: () => {
      const row = { businessId, projectId, chainId: CHAIN_ID, symbol: 'ETH', decimals: 18, purpose: randomUUID() }
      const terms = { targetWalletId: walletId, thresholdUnits: 1n, keepUnits: 0n, createdBy: 'test' }
      return inTenant(
        tenant,
        async ({ db }) =>
          first(
            await db
              .insert(sweepRules)
              .values({ ...row, ...terms })
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
    skippedMail: () =>
      inWorker(async ({ db }) => {
        const text = { toAddress: 'ada@example.com', subject: 'A receipt', text: 'Paid', html: '<p>Paid</p>' }
        const about = { kind: 'receipt', source: 'payment', sourceId: newId(), onceKey: newId() } as const
        const row = { ...text, ...about, status: 'skipped', queuedAt: new Date() } as const
        return first(await db.insert(mailMessages).values(row).returning()).id
      }),
    alarmChannel: () =>
      inWorker(async ({ db }) => {
        const reported = { leastSeverity: 'warning', createdBy: 'test' } as const
        const row = { ...reported, kind: 'mail', name: randomUUID(), targetHint: 'oncall@example.com' } as const
        const targetSealed = new Uint8Array([1])
        return first(
          await db
            .insert(alarmChannels)
            .values({ ...row, targetSealed })
            .returning(),
        ).id
      }),
    noticeChannel: () => {
      const shown = { kind: 'webhook', name: randomUUID(), targetHint: 'down.example/…' } as const
      const row = { ...shown, businessId, projectId, targetSealed: new Uint8Array([1]), createdBy: 'test' }
      return inTenant(tenant, async ({ db }) => first(await db.insert(noticeChannels).values(row).returning()).id)
    },
    /** A saved view of the owner. */
    savedView: () => {
      const row = { businessId, projectId, userId: owner.personId, list: 'transactions', query: 'type=SIGN' } as const
      return inTenant(
        tenant,
        async ({ db }) =>
          first(
            await db
              .insert(savedViews)
              .values({ ...row, name: randomUUID() })
              .returning(),
          ).id,
      )
    },
    /** The plan of the first product that runs. */
    billing: () =>
      inTenant(tenant, async ({ db }) => {
        const isOfFirst = and(eq(subscriptions.businessId, businessId), eq(subscriptions.productId, 1))
        return first(await db.select({ id: subscriptions.id }).from(subscriptions).where(isOfFirst)).id
      }),
    refusedList: () => {
      const refusedHash = createHash('sha256').update(randomUUID()).digest('hex')
      const row = { source: 'fixed', checkedAt: new Date(), refusedHash, acceptedHash: null }
      return inWorker(async ({ db }) => {
        await db
          .insert(screeningLists)
          .values({ id: LIST_ID, ...row })
          .onConflictDoUpdate({ target: screeningLists.id, set: row })
        return refusedHash
      })
    },
    blockedAddress: (ofBusiness = businessId) => {
      const row = {
        businessId: ofBusiness,
        address: getAddress(`0x${randomUUID().replaceAll('-', '').padStart(40, '0')}`),
        reason: 'test',
        createdBy: 'test',
      }
      return inWorker(async ({ db }) => first(await db.insert(blockedAddresses).values(row).returning()).id)
    },
    allowlistEntry: () => {
      const row = { businessId, projectId, ipAddress: '203.0.113.9', createdBy: 'test' }
      return inTenant(tenant, async ({ db }) => first(await db.insert(ipAllowlist).values(row).returning()).id)
    },
    key: async () =>
      (await inTenant(tenant, (ctx) => rotateKeyPair({ ...ctx, projectId }, { overlapHours: 0 }))).live.id,
    endpoint: async () => {
      const id = await inWorker(async ({ db }) => {
        const [known] = await db.select().from(rpcEndpoints).where(eq(rpcEndpoints.url, rpcUrl))
        if (known) return known.id
        const row = { chainId: CHAIN_ID, url: rpcUrl, label: 'test', role: 'full', priority: 1 } as const
        return first(await db.insert(rpcEndpoints).values(row).returning()).id
      })
      // A mutation of this test may have read the chains before.
      forgetChains()
      return id
    },
  }
}
