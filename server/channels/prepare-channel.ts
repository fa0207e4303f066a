import { z } from 'zod'
import { newId } from '@/db/new-id'
import type { AddChannelInput } from '@/schemas/channels/contract'
import { sealSecret } from '@/server/custody/secrets'
import { checkWebhookTarget } from '@/server/egress/target'
import { validationError } from '@/server/errors'
import { targetUse } from './target-use'

export type PreparedChannel = { id: string; targetSealed: Uint8Array; targetHint: string }

const mailAddress = z.email().max(254)
const ROUTING_KEY = /^[a-zA-Z0-9]{32}$/

/** Checks the target of a new channel, and seals it. Throws invalid; unavailable if the key service does not answer. */
export async function prepareChannel({
  kind,
  target,
}: Pick<AddChannelInput, 'kind' | 'target'>): Promise<PreparedChannel> {
  const targetHint = await checkTarget(kind, target)
  const id = newId()
  return { id, targetSealed: await sealSecret(targetUse(id), Buffer.from(target, 'utf8')), targetHint }
}

/** Checks a target, and returns the part of it that is displayed. Throws invalid. */
async function checkTarget(kind: AddChannelInput['kind'], target: string): Promise<string> {
  switch (kind) {
    case 'mail':
      if (!mailAddress.safeParse(target).success) throw validationError(['target: must be an email address'])
      return target
    case 'pagerduty':
    case 'pagerduty_eu':
      if (!ROUTING_KEY.test(target))
        throw validationError(['target: must be an integration key of 32 letters and digits'])
      return `…${target.slice(-4)}`
    case 'slack':
    case 'discord':
    case 'webhook':
      await checkWebhookTarget('target', target)
      return `${new URL(target).host}/…`
    default:
      return kind satisfies never
  }
}
