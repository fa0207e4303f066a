import type { SecretUse } from '@/server/custody/secrets'

/** The purpose that a project's webhook secrets are encrypted for. */
export function webhookSecretUse(projectId: string): SecretUse {
  return { purpose: 'project-webhook', owner: projectId }
}
