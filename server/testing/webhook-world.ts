import { Webhook } from 'standardwebhooks'
import { afterEach, beforeEach } from 'vitest'
import { type Receiver, startReceiver, type Visit } from '@/dev/testing/webhook-receiver'
import { webhooksDue } from '@/inngest/events'
import { inTenant, type ProjectCtx } from '@/server/ctx'
import { registerWorker } from '@/server/waking/wake'
import { createOwner, type Owner, settleAllMessages } from './messages'
import { openDatabase } from './open-database'

/** A database for the file; for each test a receiver, a project whose secret is known, and an ear for wake-ups. */
export function openWebhookWorld() {
  const database = openDatabase()
  let receiver: Receiver
  let owner: Owner
  let unregister: () => void
  const dueEvent = { times: 0 }
  /** Replaces the running job: a wake-up replaces an event, and a run of the dispatcher that of the job. */
  const onWake = () => {
    unregister = registerWorker(webhooksDue, {}, { wake: () => void dueEvent.times++ })
  }
  beforeEach(async () => {
    receiver = await startReceiver()
    owner = await createOwner()
    dueEvent.times = 0
    onWake()
  })
  afterEach(async () => {
    unregister()
    await receiver.close()
    await settleAllMessages()
  })
  return {
    get databaseUrl() {
      return database.url
    },
    get receiver() {
      return receiver
    },
    get owner() {
      return owner
    },
    dueEvent,
    onWake,
  }
}

/** One transaction of a project of the business. */
export function as<T>(who: Owner, work: (ctx: ProjectCtx) => Promise<T>): Promise<T> {
  return inTenant(who, (ctx) => work({ ...ctx, projectId: who.projectId }))
}

/** A customer's code: the stock Standard Webhooks library with the key as the portal shows it. */
export function withPortalSecret(secret: Uint8Array): Webhook {
  return new Webhook(`whsec_${Buffer.from(secret).toString('base64')}`)
}

/** The webhook with the secret of a request. */
export function withRequestSecret(secret: string): Webhook {
  return new Webhook(Buffer.from(secret, 'utf8'), { format: 'raw' })
}

export function isVerified(library: Webhook, { body, headers }: Visit): boolean {
  try {
    library.verify(body, headers)
    return true
  } catch {
    return false
  }
}
