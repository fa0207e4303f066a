import { env } from '@/server/env'

/** The page of a payment in the portal. */
export function paymentLink({ projectId, paymentId }: { projectId: string; paymentId: string }): string {
  return `${env().BASE_URL}/projects/${projectId}/payments/${paymentId}`
}

/** The page with the plans of a project, where members pay for the next period and choose another plan. */
export function plansLink(projectId: string): string {
  return `${env().BASE_URL}/projects/${projectId}/plans`
}

/** The page with the balance; for a business without a project, the portal. */
export function balanceLink(projectId: string | undefined): string {
  return projectId === undefined ? env().BASE_URL : `${env().BASE_URL}/projects/${projectId}/balance`
}

/** The page with the API keys of a project. */
export function keysLink(projectId: string): string {
  return `${env().BASE_URL}/projects/${projectId}/keys`
}

/** The page with the team and the exports of the seed; for a business without a project, the portal. */
export function teamLink(projectId: string | undefined): string {
  return projectId === undefined ? env().BASE_URL : `${env().BASE_URL}/projects/${projectId}/team`
}
