import fc from 'fast-check'
import { v7 } from 'uuid'
import { workerCtx } from '@/server/ctx'
import { enqueueMessages, type Owner, settleAllMessages } from '@/server/testing/messages'
import { pauseDestination } from './pause-destination'

const HOSTS = ['https://one.example/a', 'https://ONE.example/b', 'https://two.example/']
const MINUTE = 60_000

const anyMessage = fc.record({
  to: fc.oneof(fc.record({ destination: fc.nat(2) }), fc.record({ host: fc.nat(HOSTS.length - 1) })),
  key: fc.option(fc.nat(3)),
  status: fc.constantFrom('pending' as const, 'pending' as const, 'delivered' as const, 'failed' as const),
  attemptCount: fc.constantFrom(0, 0, 1),
  nextInMs: fc.constantFrom(-MINUTE, -2 * MINUTE, MINUTE),
  leaseInMs: fc.constantFrom(null, null, -MINUTE, MINUTE),
  isRequested: fc.constantFrom(false, false, true),
})
const moment = (inMs: number | null) => (inMs === null ? null : new Date(Date.now() + inMs))

/** Messages in every state, for few receivers and order keys; a paused receiver has only waiting messages. */
export const anyOutbox = fc.record({
  messages: fc.array(anyMessage, { minLength: 1, maxLength: 40 }),
  isPaused: fc.boolean(),
})
type Outbox = typeof anyOutbox extends fc.Arbitrary<infer Value> ? Value : never

/** Makes it the whole outbox. */
export async function fillOutbox(owner: Owner, url: string, { messages, isPaused }: Outbox) {
  await settleAllMessages()
  const destinations = [v7(), v7(), v7()]
  const paused = { businessId: owner.businessId, destinationId: destinations[0] ?? '' }
  if (isPaused) await pauseDestination(workerCtx().db, paused)
  const keys = [v7(), v7(), v7(), v7()]
  const ids = await enqueueMessages(
    owner,
    url,
    messages.map(({ to, key, status, attemptCount, nextInMs, leaseInMs, isRequested }) => ({
      ...('destination' in to ? { destinationId: destinations[to.destination] } : { url: HOSTS[to.host] }),
      orderKey: key === null ? null : keys[key],
      status,
      attemptCount,
      nextAttemptAt: status === 'pending' ? moment(nextInMs) : null,
      leaseUntil: moment(leaseInMs),
      resendRequestedAt: isRequested ? moment(-MINUTE) : null,
    })),
  )
  return {
    ids,
    receiverOf: (id: string) => {
      const to = messages[ids.indexOf(id)]?.to
      if (!to) return 'none'
      return 'destination' in to ? `destination ${to.destination}` : new URL(HOSTS[to.host] ?? '').host
    },
  }
}
