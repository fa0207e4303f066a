import { paths } from '@/components/paths'
import type { OwnHit, SearchHit } from '@/schemas/search/contract'
import type { HitKind } from '@/schemas/search/words'

export const HIT_LABELS: Record<HitKind, string> = {
  business: 'Business',
  project: 'Project',
  wallet: 'Wallet',
  transaction: 'Transaction',
  deposit: 'Deposit',
  subscription: 'Event subscription',
  log: 'Delivery log',
  endpoint: 'Webhook endpoint',
  message: 'Webhook message',
  request: 'API request',
  payment: 'Payment',
  token: 'Token',
  key: 'API key',
  person: 'Person',
  planSubscription: 'Plan subscription',
}

const NAMED: readonly HitKind[] = ['business', 'project', 'person', 'planSubscription', 'token']

/** Whether a hit is shown by a name, not by an id, an address or a reference. */
export function isNamed(kind: HitKind): boolean {
  return NAMED.includes(kind)
}

const IN_PROJECT: Record<
  Exclude<HitKind, 'business' | 'transaction' | 'payment' | 'key' | 'person'>,
  (projectId: string, id: string) => string
> = {
  project: (projectId) => paths.project(projectId),
  wallet: paths.wallet,
  deposit: paths.deposit,
  subscription: paths.eventSubscription,
  log: paths.eventLog,
  endpoint: paths.webhookEndpoint,
  message: paths.webhook,
  request: paths.request,
  token: paths.token,
  planSubscription: paths.subscription,
}

/** The page of a hit. */
export function hitPath({ kind, id, businessId, projectId }: SearchHit): string {
  if (kind === 'transaction') return paths.operatorTransaction(id)
  if (kind === 'payment') return paths.operatorPayment(id)
  if (kind === 'business' || kind === 'person' || projectId === null) return paths.business(businessId)
  if (kind === 'key') return paths.operatorProject(businessId, projectId)
  return IN_PROJECT[kind](projectId, id)
}

/** The page of a project that shows what its people found. */
export function ownHitPath(projectId: string, { kind, id }: OwnHit): string {
  if (kind === 'transaction') return paths.transaction(projectId, id)
  if (kind === 'payment') return paths.payment(projectId, id)
  if (kind === 'key') return paths.keys(projectId)
  if (kind === 'person') return paths.team(projectId)
  return IN_PROJECT[kind](projectId, id)
}
