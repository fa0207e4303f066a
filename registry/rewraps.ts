import { rewrapChannelTargets, rewrapNoticeChannelTargets } from '@/server/channels/rewrap-channel-targets'
import { seedsCtx, type WorkerCtx } from '@/server/ctx'
import type { RewrapResult } from '@/server/custody/rewrap-secrets'
import { rewrapSeeds } from '@/server/custody/rewrap-seeds'
import { rewrapSigningKeys } from '@/server/keys/rewrap-signing-keys'
import { rewrapTotpSecrets } from '@/server/people/factors/rewrap-totp-secrets'
import { rewrapWebhookSecrets } from '@/server/projects/rewrap-webhook-secrets'
import { EVENT_SUBSCRIPTION, WEBHOOK_ENDPOINT } from '@/server/webhooks/destinations/destination-kinds'
import { rewrapDestinationSecrets } from '@/server/webhooks/destinations/rewrap-destination-secrets'

/** Everything that is encrypted with a key of CUSTODY_KEK. */
const REWRAPS = [
  ['Seeds', () => rewrapSeeds(seedsCtx())],
  ['Token signing keys', rewrapSigningKeys],
  ['Webhook secrets', rewrapWebhookSecrets],
  ['Secrets of webhook endpoints', (ctx: WorkerCtx) => rewrapDestinationSecrets(ctx, WEBHOOK_ENDPOINT)],
  ['Secrets of event subscriptions', (ctx: WorkerCtx) => rewrapDestinationSecrets(ctx, EVENT_SUBSCRIPTION)],
  ['Targets of alarm channels', rewrapChannelTargets],
  ['Targets of notice channels', rewrapNoticeChannelTargets],
  ['Secrets of authenticator apps', rewrapTotpSecrets],
] as const

/**
 * Wraps every data key with the first key of CUSTODY_KEK while the platform runs. An operator has to resolve each
 * refused one. If none is refused, the former key may be removed.
 */
export async function rewrapEverything(ctx: WorkerCtx): Promise<(readonly [name: string, RewrapResult])[]> {
  const outcomes: (readonly [string, RewrapResult])[] = []
  for (const [name, rewrap] of REWRAPS) outcomes.push([name, await repeatUntilDone(() => rewrap(ctx))])
  return outcomes
}

/**
 * Repeats a rewrap until it finds nothing more. A secret that is rotated meanwhile moves to the column of the previous
 * one, under the former key, where the next round finds it.
 */
async function repeatUntilDone(rewrap: () => Promise<RewrapResult>): Promise<RewrapResult> {
  let total = 0
  for (;;) {
    const { rewrapped, refused } = await rewrap()
    if (rewrapped === 0) return { rewrapped: total, refused }
    total += rewrapped
  }
}
