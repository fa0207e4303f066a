import type { SecretUse } from '@/server/custody/secrets'

/** The use that a project's webhook secrets are sealed for. */
export function webhookSecretUse(projectId: string): SecretUse {
  return { purpose: 'project-webhook', owner: projectId }
}
