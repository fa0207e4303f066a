import { randomUUID } from 'node:crypto'
import { and, eq } from 'drizzle-orm'
import { indexerSubscriptions, noticeChannels, noticeMutes, subscriptions, wallets } from '@/db/schema'
import type { Mailing } from '@/schemas/notices/words'
import { type ProjectCtx, type Tenant, workerCtx } from '@/server/ctx'
import { deleteIndexerSubscription } from '@/server/indexer/subscriptions/delete-indexer-subscription'
import { updateIndexerSubscription } from '@/server/indexer/subscriptions/update-indexer-subscription'
import { removeNoticeChannel, setNoticeChannelActive } from '@/server/notices/channels/change-notice-channels'
import { setMailed } from '@/server/notices/list-notices'
import { setAutoRenew } from '@/server/subscriptions/set-auto-renew'
import { createTenant } from '@/server/testing/create-tenant'
import { first } from '@/server/testing/first'
import { inTenantWithSeed } from '@/server/testing/in-tenant-with-seed'
import type { MutationWorld } from '@/server/testing/mutation-world'
import { readShared } from '@/server/transactions/life/read-shared'
import { revokeShare } from '@/server/transactions/life/share-transaction'
import { addWallets } from '@/server/wallets/add-wallets'
import { bindWallet } from '@/server/wallets/bind-wallet'
import { deactivateWallet } from '@/server/wallets/deactivate-wallet'
import { deleteWebhookEndpoint } from '@/server/webhooks/destinations/delete-webhook-endpoint'
import { findListeners } from '@/server/webhooks/destinations/find-listeners'
import { updateWebhookEndpoint } from '@/server/webhooks/destinations/update-webhook-endpoint'
import { type AccessKind, asOperator } from './stop-world.test-data'

const db = () => workerCtx().db

type Own = Pick<Tenant, 'businessId'> & { projectId: string }

/** What the business of the world has. */
export function accessOfBusiness(world: () => MutationWorld): AccessKind[] {
  const as = <T>(work: (ctx: ProjectCtx) => Promise<T>, { businessId, projectId }: Own = world()) =>
    asOperator((ctx) => work({ ...ctx, businessId, projectId }))
  const shares = new Map<string, { transactionId: string; token: string }>()
  const tenants = new Map<string, Own>()
  const shareOf = (id: string) => first([shares.get(id)].flatMap((share) => share ?? []))
  const newWallet = async () => {
    const { businessId, projectId, owner } = world()
    const tenant = {
      businessId,
      projectId,
      requestId: randomUUID(),
      actor: { type: 'key', id: owner.personId },
    } as const
    const made = await inTenantWithSeed(tenant, (ctx) =>
      addWallets(ctx, { chainType: 'EVM', purpose: randomUUID(), count: 1 }),
    )
    return first(made).id
  }
  const walletOf = async (id: string) => first(await db().select().from(wallets).where(eq(wallets.id, id)))
  const isNoListener = async (id: string) => {
    const { businessId, projectId } = world()
    const listeners = (await findListeners(db(), [{ businessId, projectId }])).get(projectId) ?? []
    return !listeners.some((listener) => listener.id === id && listener.status === 'active')
  }
  const isNotFollowed = async (id: string) => {
    const [row] = await db().select().from(indexerSubscriptions).where(eq(indexerSubscriptions.id, id))
    return row?.status !== 'active' || row.deletedAt !== null
  }
  const isSilent = async (id: string) => {
    const [row] = await db().select().from(noticeChannels).where(eq(noticeChannels.id, id))
    return row?.isActive !== true
  }
  const setMailing = (userId: string, mailing: Mailing) =>
    as((ctx) =>
      setMailed({ ...ctx, actor: { type: 'user', id: userId, name: '' } }, { kind: 'approval_waiting', mailing }),
    )
  return [
    {
      name: 'a revoked link to a transaction',
      async make() {
        const { shareId, ...share } = await world().share()
        shares.set(shareId, share)
        return shareId
      },
      stop: (shareId) => as((ctx) => revokeShare(ctx, { shareId, transactionId: shareOf(shareId).transactionId })),
      isStopped: (id) =>
        readShared({ token: shareOf(id).token, requestId: id }).then(
          () => false,
          () => true,
        ),
    },
    {
      name: 'a deleted webhook endpoint',
      make: () => world().webhookEndpoint(),
      stop: (id) => as((ctx) => deleteWebhookEndpoint(ctx, id)),
      isStopped: isNoListener,
    },
    {
      name: 'a paused webhook endpoint',
      make: () => world().webhookEndpoint(),
      stop: (id) => as((ctx) => updateWebhookEndpoint(ctx, { id, status: 'paused' })),
      async lift(id) {
        await as((ctx) => updateWebhookEndpoint(ctx, { id, status: 'active' }))
        await as((ctx) => updateWebhookEndpoint(ctx, { id, description: 'Orders' }))
      },
      isStopped: isNoListener,
    },
    {
      name: 'a deleted event subscription',
      make: () => world().subscription(),
      stop: (id) => as((ctx) => deleteIndexerSubscription(ctx, id)),
      isStopped: isNotFollowed,
    },
    {
      name: 'a paused event subscription',
      make: () => world().subscription(),
      stop: (id) => as((ctx) => updateIndexerSubscription(ctx, { id, status: 'paused' })),
      lift: (id) => as((ctx) => updateIndexerSubscription(ctx, { id, status: 'active' })),
      isStopped: isNotFollowed,
    },
    {
      name: 'a removed notice channel',
      make: () => world().noticeChannel(),
      stop: (channelId) => as((ctx) => removeNoticeChannel(ctx, { channelId })),
      isStopped: isSilent,
    },
    {
      name: 'a paused notice channel',
      make: () => world().noticeChannel(),
      stop: (channelId) => as((ctx) => setNoticeChannelActive(ctx, { channelId, isActive: false })),
      lift: (channelId) => as((ctx) => setNoticeChannelActive(ctx, { channelId, isActive: true })),
      isStopped: isSilent,
    },
    {
      name: 'an email that a person switched off',
      async make() {
        const { personId } = await world().member()
        await setMailing(personId, 'at_once')
        return personId
      },
      stop: (personId) => setMailing(personId, 'off'),
      lift: (personId) => setMailing(personId, 'daily'),
      isStopped: async (userId) =>
        (await db().$count(noticeMutes, and(eq(noticeMutes.userId, userId), eq(noticeMutes.isMailed, false)))) > 0,
    },
    {
      name: 'a deactivated wallet',
      make: newWallet,
      stop: (id) => as((ctx) => deactivateWallet(ctx, id)),
      isStopped: async (id) => !(await walletOf(id)).isActive,
    },
    {
      name: 'a wallet that is bound to a project',
      make: newWallet,
      stop: (walletId) => as((ctx) => bindWallet(ctx, { walletId, boundProjectId: world().projectId })),
      lift: (walletId) => as((ctx) => bindWallet(ctx, { walletId, boundProjectId: null })),
      isStopped: async (id) => (await walletOf(id)).boundProjectId === world().projectId,
    },
    {
      name: 'a subscription that is not renewed',
      async make() {
        const tenant = await createTenant()
        const isOwn = eq(subscriptions.businessId, tenant.businessId)
        const { id } = first(await db().select().from(subscriptions).where(isOwn))
        tenants.set(id, tenant)
        await as((ctx) => setAutoRenew(ctx, { id, autoRenew: true }), tenant)
        return id
      },
      stop: (id) => as((ctx) => setAutoRenew(ctx, { id, autoRenew: false }), tenants.get(id)),
      lift: (id) => as((ctx) => setAutoRenew(ctx, { id, autoRenew: true }), tenants.get(id)),
      isStopped: async (id) =>
        !first(await db().select().from(subscriptions).where(eq(subscriptions.id, id))).autoRenew,
    },
  ]
}
