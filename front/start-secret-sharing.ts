import { setTimeout as wait } from 'node:timers/promises'
import { webhooksDue } from '@/inngest/events'
import { workerCtx } from '@/server/ctx'
import { pools } from '@/server/database/pools'
import { logger } from '@/server/logger'
import { isStopping } from '@/server/waking/stopping'
import { isRunningHere } from '@/server/waking/wake'
import { dispatchWebhooks } from '@/server/webhooks/dispatch'
import { findHeld } from '@/server/webhooks/due-messages'
import { heldSecrets } from '@/server/webhooks/request-secrets'
import { joinSecretHolders } from '@/server/webhooks/share-secrets'

const POLL_EVERY_MS = 500

/**
 * Delivers messages that only this process can sign when another process requests it: the job server may call any of
 * them.
 */
export async function deliverLocalMessages(signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    await wait(POLL_EVERY_MS, undefined, { signal, ref: false }).catch(() => {})
    if (isStopping() || isRunningHere(webhooksDue, {})) continue
    const ctx = workerCtx()
    // Postgres is unavailable: the messages wait for it too.
    const held = await findHeld(ctx).catch(() => [])
    if (held.length > 0) await dispatchWebhooks(ctx).catch((error) => logger().error({ err: error }, 'no dispatch'))
  }
}

/**
 * Takes part in passing secrets on. The returned function gives this process's secrets to another process, if there is
 * one.
 */
export async function startSecretSharing(): Promise<() => Promise<void>> {
  const { share } = await joinSecretHolders(pools().worker)
  return async () => {
    const held = heldSecrets().length
    if (held === 0) return
    const passed = await share().catch(() => 0)
    if (passed === held) logger().info({ passed }, 'webhook secrets passed on')
    else logger().warn({ passed, lost: held - passed }, 'webhook secrets end with this process: projects sign instead')
  }
}
