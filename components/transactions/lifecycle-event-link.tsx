import { TextLink } from '@/components/layout/text-link'
import { paths } from '@/components/paths'
import type { LifecycleEvent } from '@/schemas/transactions/life/contract'

const LABELS = {
  request: 'Open the request',
  webhook: 'Open the delivery',
  approvals: 'Open approvals',
  policy: 'Open the policy',
  balance: 'Open the balance',
} satisfies Record<NonNullable<LifecycleEvent['row']>['kind'], string>

/** A link to the row behind a moment, where the portal has a page of it. */
export function LifecycleEventLink({ projectId, row }: { projectId: string; row: LifecycleEvent['row'] }) {
  if (row === null) return null
  return <TextLink href={hrefOf(projectId, row)}>{LABELS[row.kind]}</TextLink>
}

function hrefOf(projectId: string, row: NonNullable<LifecycleEvent['row']>): string {
  switch (row.kind) {
    case 'request':
      return paths.request(projectId, row.id)
    case 'webhook':
      return paths.webhook(projectId, row.id)
    case 'approvals':
      return paths.approvals(projectId)
    case 'policy':
      return paths.policy(projectId)
    case 'balance':
      return paths.balance(projectId)
    default:
      return row satisfies never
  }
}
