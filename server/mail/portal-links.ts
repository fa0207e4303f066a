import { env } from '@/server/env'

/** Where people of a project see one of its payments. */
export function paymentLink({ projectId, paymentId }: { projectId: string; paymentId: string }): string {
  return `${env().BASE_URL}/projects/${projectId}/payments/${paymentId}`
}

/** Where they see what its plans are, pay for the next period and choose another. */
export function plansLink(projectId: string): string {
  return `${env().BASE_URL}/projects/${projectId}/plans`
}

/** Where they see what their balance holds; of a business without a project the portal. */
export function balanceLink(projectId: string | undefined): string {
  return projectId === undefined ? env().BASE_URL : `${env().BASE_URL}/projects/${projectId}/balance`
}

/**
 * Where owners see who belongs to the business, and exports of its seed; of a business without a project the portal.
 */
export function teamLink(projectId: string | undefined): string {
  return projectId === undefined ? env().BASE_URL : `${env().BASE_URL}/projects/${projectId}/team`
}
