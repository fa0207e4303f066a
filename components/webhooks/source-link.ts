import { paths } from '@/components/paths'
import type { MessageSource } from '@/schemas/webhooks/contract'

/** The record that a message reports, with its name and its page. */
export type SourceLink = { label: string; href: string; id: string }

type Source = {
  projectId: string
  sourceId: string
  /** The body, and its `data`. */
  sent: Record<string, unknown>
  data: Record<string, unknown>
}

const LINKS: Record<MessageSource, (source: Source) => SourceLink | null> = {
  transaction: ({ projectId, sourceId: id }) => ({ label: 'Transaction', href: paths.transaction(projectId, id), id }),
  deposit: ({ projectId, sourceId: id }) => ({ label: 'Deposit', href: paths.deposit(projectId, id), id }),
  sweep: ({ projectId, data: { rule } }) => {
    const id = recordOf(rule).id
    return typeof id === 'string' ? { label: 'Sweep rule', href: paths.sweepRule(projectId, id), id } : null
  },
  payment: ({ projectId, data: { id } }) =>
    typeof id === 'string' ? { label: 'Payment', href: paths.payment(projectId, id), id } : null,
  token: toTokenLink,
  indexer: toEventSubscriptionLink,
  subscription: ({ projectId, data: { id } }) =>
    typeof id === 'string' ? { label: 'Subscription', href: paths.subscription(projectId, id), id } : null,
  test: () => null,
}

/** The bodies of contract events are flat. */
function toEventSubscriptionLink({ projectId, sent: { subscriptionId: id } }: Source): SourceLink | null {
  if (typeof id !== 'string') return null
  return { label: 'Event subscription', href: paths.eventSubscription(projectId, id), id }
}

/** The operation if the body has one, otherwise the token, such as for a coupon or a deployment. */
function toTokenLink({ projectId, data: { tokenId, operationRef, id } }: Source): SourceLink | null {
  if (typeof tokenId === 'string' && typeof operationRef === 'string') {
    return {
      label: 'Token operation',
      href: paths.tokenOperation(projectId, tokenId, operationRef),
      id: operationRef,
    }
  }
  const token = tokenId ?? id
  return typeof token === 'string' ? { label: 'Token', href: paths.token(projectId, token), id: token } : null
}

type Sent = { projectId: string; source: MessageSource; sourceId: string; body: string }

/** The page of the record that a message reports, by its source and its body; null if there is none. */
export function toSourceLink({ projectId, source, sourceId, body }: Sent): SourceLink | null {
  const sent = parseBody(body)
  return LINKS[source]({ projectId, sourceId, sent, data: recordOf(sent.data) })
}

function parseBody(body: string): Record<string, unknown> {
  try {
    return recordOf(JSON.parse(body))
  } catch {
    return {}
  }
}

function recordOf(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? { ...value } : {}
}
