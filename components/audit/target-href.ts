import { toId } from '@/components/filters/parse-as-id'
import { paths } from '@/components/paths'
import type { AuditEntryView } from '@/schemas/audit/contract'

type PageOf = (projectId: string, id: string) => string

/** The page of the record that an action changed, by the noun at the beginning of the action. */
const PAGES: Record<string, PageOf | undefined> = {
  batch: paths.batchTransactions,
  deposit: paths.deposit,
  'indexer-subscription': paths.eventSubscription,
  payment: paths.payment,
  subscription: paths.subscription,
  'sweep-rule': paths.sweepRule,
  token: paths.token,
  transaction: paths.transaction,
  wallet: paths.wallet,
  'webhook-endpoint': paths.webhookEndpoint,
}

type Named = Pick<AuditEntryView, 'action' | 'target' | 'projectId' | 'detail'>

/**
 * The page of the target of an audit entry; null if the portal has none, such as for deleted records. `projectId`: the
 * project of the reader, for entries of the business; null for an operator.
 */
export function targetHref({ action, target, projectId: own, detail }: Named, projectId: string | null): string | null {
  const [noun = '', verb] = action.split('.')
  // The detail of an operation also names its token.
  const id = toId(action === 'token.operation' ? String(detail.tokenId) : target)
  const page = PAGES[noun]
  if (id === null || page === undefined || verb === 'deleted') return null
  if (projectId === null && noun === 'transaction') return paths.operatorTransaction(id)
  if (projectId === null && noun === 'payment') return paths.operatorPayment(id)
  const inProject = own ?? projectId
  return inProject && page(inProject, id)
}
