import { randomUUID } from 'node:crypto'
import { byOperator, byOwner, type MutationCall } from './mutation-call'
import { ADDRESS, CHAIN_ID } from './mutation-chain'
import type { MutationWorld } from './mutation-world'

/** Calls of the mutations about events, webhooks, notices, alarms and emails that succeed in a fresh world. */
export const MESSAGE_MUTATIONS: Record<string, (world: MutationWorld) => Promise<MutationCall>> = {
  'channels.add': async (w) =>
    byOperator(w, {
      kind: 'mail',
      target: 'oncall@example.com',
      name: randomUUID(),
      leastSeverity: 'warning',
      quietHours: null,
    }),
  'channels.remove': async (w) => byOperator(w, { channelId: await w.alarmChannel() }),
  'channels.setActive': async (w) => byOperator(w, { channelId: await w.alarmChannel(), isActive: false }),
  'channels.test': async (w) => byOperator(w, { channelId: await w.alarmChannel() }),
  'channels.update': async (w) =>
    byOperator(w, {
      channelId: await w.alarmChannel(),
      name: randomUUID(),
      leastSeverity: 'error',
      quietHours: { from: '22:00', until: '07:00', timeZone: 'Africa/Lagos' },
    }),
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
  'indexer.recoverSubscription': async (w) => {
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
  'mail.resend': async (w) => byOperator(w, { mailId: await w.skippedMail() }),
  'notices.addChannel': async (w) =>
    byOwner(w, { kind: 'pagerduty', target: '0123456789abcdef0123456789abcdef', name: randomUUID() }),
  'notices.removeChannel': async (w) => byOwner(w, { channelId: await w.noticeChannel() }),
  'notices.setChannelActive': async (w) => byOwner(w, { channelId: await w.noticeChannel(), isActive: false }),
  'notices.testChannel': async (w) => byOwner(w, { channelId: await w.noticeChannel() }),
  'notices.read': async (w) => byOwner(w, {}),
  'notices.setMailed': async (w) => byOwner(w, { kind: 'balance_low', mailing: 'daily' }),
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
