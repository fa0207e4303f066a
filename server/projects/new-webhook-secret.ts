import { randomBytes } from 'node:crypto'
import { sealSecret } from '@/server/custody/secrets'
import { webhookSecretUse } from '@/server/webhooks/find-keys'

/** A webhook secret of a project: as it is shown once, and as it is stored. */
export type NewWebhookSecret = { projectId: string; secret: string; sealed: Uint8Array }

/** Makes and seals a webhook secret. Called before the transaction that writes it. */
export async function newWebhookSecret(projectId: string): Promise<NewWebhookSecret> {
  const secret = randomBytes(32)
  const sealed = await sealSecret(webhookSecretUse(projectId), secret)
  return { projectId, secret: `whsec_${secret.toString('base64')}`, sealed }
}
