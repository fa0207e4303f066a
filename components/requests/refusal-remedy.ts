import { paths } from '@/components/paths'

export type RefusedCall = {
  projectId: string
  code: string
  path: string
  transactionId: string | null
  requestBody: string | null
}
type RefusalRemedy = { label: string; href: string }

/** The page of the portal on which each code is resolved. A code that only another call resolves has none. */
export const REMEDY_PAGES = {
  allowlist: ['ip_blocked', 'ip_not_found'],
  keys: ['test_key', 'scope_missing'],
  plans: [
    'capability_missing',
    'subscription_missing',
    'quota_exceeded',
    'downgrade_refused',
    'paid_plan_runs',
    'subscription_ended',
    'subscription_not_found',
    'plan_not_found',
  ],
  balance: ['balance_insufficient'],
  settings: ['testnets_only'],
  screening: ['address_blocked', 'blocked_address_not_found'],
  policy: [
    'policy_recipient',
    'policy_method',
    'policy_limit',
    'policy_unreadable',
    'policy_unpriced',
    'message_moves_money',
  ],
  wallets: ['wallet_not_found', 'wallet_foreign', 'wallet_deactivated', 'wallet_technical', 'insufficient_funds'],
  sweeps: ['sweep_rule_not_found', 'sweep_rule_exists', 'sweep_rules_feed'],
  events: ['indexer_subscription_not_found', 'indexer_replay_not_found', 'too_many_replays', 'event_taken_back'],
  endpoints: ['webhook_endpoint_not_found'],
  payments: ['payment_not_found', 'open_payments_limit'],
  transactions: ['transaction_not_found'],
  tokens: ['token_not_found', 'coupon_not_found', 'operation_not_found'],
} as const
type PageName = keyof typeof REMEDY_PAGES

const REMEDIES = {
  allowlist: { label: 'Open IP allowlist', href: paths.allowlist },
  keys: { label: 'Open API keys', href: paths.keys },
  plans: { label: 'See plans', href: paths.projectPlans },
  balance: { label: 'Top up', href: paths.balance },
  settings: { label: 'Open settings', href: paths.settings },
  screening: { label: 'Open address screening', href: paths.screening },
  policy: { label: 'Open policy', href: paths.policy },
  wallets: { label: 'Open wallets', href: paths.wallets },
  sweeps: { label: 'Open sweep rules', href: paths.sweeps },
  events: { label: 'Open event subscriptions', href: paths.events },
  endpoints: { label: 'Open webhook endpoints', href: paths.webhookEndpoints },
  payments: { label: 'Open payments', href: paths.payments },
  transactions: { label: 'Open transactions', href: paths.transactions },
  tokens: { label: 'Open tokens', href: paths.tokens },
} satisfies Record<PageName, { label: string; href: (projectId: string) => string }>

/**
 * The first page that helps after a refusal: the object that the call is about, else the page that remedies its code.
 */
export function refusalRemedy(call: RefusedCall): RefusalRemedy | null {
  const { projectId, code, transactionId } = call
  if (code === 'reference_used') return earlierObject(call)
  const names = Object.keys(REMEDY_PAGES).filter((name): name is PageName => Object.hasOwn(REMEDY_PAGES, name))
  const page = names.find((name) => REMEDY_PAGES[name].some((known: string) => known === code))
  if (page) return { label: REMEDIES[page].label, href: REMEDIES[page].href(projectId) }
  const transaction = transactionId ?? idAfter(call.path, '/v1/wallet/transaction/')
  if (transaction) return { label: 'Open the transaction', href: paths.transaction(projectId, transaction) }
  const token = idAfter(call.path, '/v1/tokens/')
  if (token) return { label: 'Open the token', href: paths.token(projectId, token) }
  return null
}

/** The list that shows the object which has the reference already. */
function earlierObject({ projectId, path, requestBody }: RefusedCall): RefusalRemedy | null {
  const reference = /"(?:reference|clientReference)"\s*:\s*"([^"\\]+)"/.exec(requestBody ?? '')?.[1]
  if (!reference) return null
  const lists = [
    ['/v1/wallet/transaction', paths.transactions],
    ['/v1/tokens', paths.tokens],
    ['/v1/payments', paths.payments],
  ] as const
  const list = lists.find(([start]) => path.startsWith(start))?.[1]
  return list
    ? { label: 'Find the earlier one', href: `${list(projectId)}?search=${encodeURIComponent(reference)}` }
    : null
}

const ID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}(?=\/|$)/i

function idAfter(path: string, start: string): string | undefined {
  return path.startsWith(start) ? ID.exec(path.slice(start.length))?.[0] : undefined
}
