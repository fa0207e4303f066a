import { randomUUID } from 'node:crypto'
import { newId } from '@/db/new-id'
import {
  alarmChannels,
  indexerLogs,
  indexerReplays,
  indexerSubscriptions,
  mailMessages,
  noticeChannels,
  webhookEndpoints,
  webhookMessages,
} from '@/db/schema'
import { inTenant, inWorker, type Tenant } from '@/server/ctx'
import { first } from './first'
import { ADDRESS, CHAIN_ID } from './mutation-chain'

/** The rows that mutations about webhooks, events, notices, alarms and emails work on. */
export function destinationRows(tenant: Tenant & { projectId: string }) {
  const { businessId, projectId } = tenant
  return {
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
    noticeChannel: () => {
      const shown = { kind: 'webhook', name: randomUUID(), targetHint: 'down.example/…' } as const
      const row = { ...shown, businessId, projectId, targetSealed: new Uint8Array([1]), createdBy: 'test' }
      return inTenant(tenant, async ({ db }) => first(await db.insert(noticeChannels).values(row).returning()).id)
    },
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
    skippedMail: () =>
      inWorker(async ({ db }) => {
        const text = { toAddress: 'ada@example.com', subject: 'A receipt', text: 'Paid', html: '<p>Paid</p>' }
        const about = { kind: 'receipt', source: 'payment', sourceId: newId(), onceKey: newId() } as const
        const row = { ...text, ...about, status: 'skipped', queuedAt: new Date() } as const
        return first(await db.insert(mailMessages).values(row).returning()).id
      }),
  }
}
