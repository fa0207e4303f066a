import type { StackFacts } from '@/dev/stack-file'

/** The ids in the addresses of pages about one record. */
export type RecordIds = {
  projectId: string
  businessId: string
  chainId: number
  walletId: string
  transactionId: string
  failedTransactionId: string
  messageId: string
  refusedRequestId: string
  failedRequestId: string
  subscriptionId: string
  logId: string
  endpointId: string
  depositId: string
  sweepRuleId: string
  /** Paid twice over. */
  paymentId: string
  tokenId: string
  /** The operation of that token. */
  operationRef: string
}

/** Who looks at a page; `-` is nobody. */
export type Viewer = keyof StackFacts['signIns'] | '-'

export const UNKNOWN_ID = '0193a000-0000-7000-8000-0000000000aa'

/**
 * Addresses that leave nothing of a list, as `/transactions?search=nothing` does, or show what is shown without them.
 */
const FILTERED = [
  '/deposits?stage=reverted',
  '/plans?cycle=YEARLY',
  '/tokens?status=FAILED',
  '/payments?status=FAILED',
  '/balance?kind=raise',
  '/statement?from=2020-01-01&to=2020-01-31',
  '/events?network=SOL',
  '/operator/search?q=nothing',
  '/operator/payments?status=FAILED&exception=LATE',
  '/operator/payments?search=PAY-NOTHING',
  '/operator/exceptions?kind=refund_failed',
  '/operator/providers?tab=events&state=DEAD',
  '/screening?address=0xdead',
  '/operator/mail?status=failed',
  '/operator/lanes?search=nothing',
]

/**
 * Whether a page has the components of another that is inspected whole. Among pages of unknown ids, the transaction's
 * is.
 */
export function isBuiltAlike(path: string): boolean {
  const isUnknown = path.endsWith(UNKNOWN_ID) || path.endsWith('/999999')
  return (isUnknown && !/\/projects\/.*\/transactions\//.test(path)) || FILTERED.some((end) => path.endsWith(end))
}

/** Pages that nobody of the stack can stay on, and why. */
export const UNSEEN: Readonly<Record<string, string>> = {
  '/': 'sends everybody on',
  '/no-project': 'sends on whoever has a project',
  '/status': 'is off until an operator publishes it, as status.e2e.ts does',
  '/add-second-factor': 'sends on whoever has a second factor or needs none',
}

/** Every page of the portal, by who sees it. */
export function pagesOf(shown: RecordIds): Record<Viewer, string[]> {
  const project = `/projects/${shown.projectId}`
  const business = `/operator/businesses/${shown.businessId}`
  return {
    '-': [
      '/sign-in',
      '/forgot-password',
      '/welcome',
      '/reset-password',
      '/confirm-email',
      '/shared/transaction',
      '/docs',
      '/docs/guides/webhooks',
      '/docs/api/createTransfer',
      '/docs/api/listWallets',
      '/docs/api/issueToken',
      '/docs/events/payment.settled',
      '/docs/errors',
      '/docs/runbooks',
      '/docs/runbooks/ledger_drift',
    ],
    owner: [
      project,
      `${project}/wallets`,
      `${project}/wallets?chainType=SOLANA`,
      `${project}/wallets/${shown.walletId}`,
      `${project}/sweeps`,
      `${project}/sweeps/${shown.sweepRuleId}`,
      `${project}/sweeps/${UNKNOWN_ID}`,
      `${project}/deposits`,
      `${project}/deposits?stage=reverted`,
      `${project}/deposits/${shown.depositId}`,
      `${project}/deposits/${UNKNOWN_ID}`,
      `${project}/transactions`,
      `${project}/transactions?search=nothing`,
      `${project}/transactions/batch`,
      `${project}/transactions/contract`,
      `${project}/transactions/${shown.transactionId}`,
      `${project}/transactions/${shown.failedTransactionId}`,
      `${project}/transactions/${UNKNOWN_ID}`,
      `${project}/plans`,
      `${project}/plans?cycle=YEARLY`,
      `${project}/tokens`,
      `${project}/tokens?status=FAILED`,
      `${project}/tokens/new`,
      `${project}/tokens/${shown.tokenId}`,
      `${project}/tokens/${shown.tokenId}?tab=holders`,
      `${project}/tokens/${shown.tokenId}?tab=wallets`,
      `${project}/tokens/${shown.tokenId}?tab=coupons`,
      `${project}/tokens/${shown.tokenId}?tab=operations`,
      `${project}/tokens/${UNKNOWN_ID}`,
      `${project}/tokens/${shown.tokenId}/operations/${shown.operationRef}`,
      `${project}/payments`,
      `${project}/payments?status=FAILED`,
      `${project}/payments/${shown.paymentId}`,
      `${project}/payments/${UNKNOWN_ID}`,
      `${project}/balance`,
      `${project}/balance?kind=raise`,
      `${project}/balance/statement`,
      `${project}/balance/statement?from=2020-01-01&to=2020-01-31`,
      `${project}/events`,
      `${project}/events?network=SOL`,
      `${project}/events/${shown.subscriptionId}`,
      `${project}/events/${UNKNOWN_ID}`,
      `${project}/events/logs`,
      `${project}/events/logs/${shown.logId}`,
      `${project}/webhooks`,
      `${project}/endpoints`,
      `${project}/endpoints/${shown.endpointId}`,
      `${project}/endpoints/${UNKNOWN_ID}`,
      `${project}/webhooks/${shown.messageId}`,
      `${project}/approvals`,
      `${project}/approvals?state=decided`,
      `${project}/requests`,
      `${project}/requests/${shown.refusedRequestId}`,
      `${project}/requests/${shown.failedRequestId}`,
      `${project}/requests/${UNKNOWN_ID}`,
      `${project}/keys`,
      `${project}/allowlist`,
      `${project}/screening`,
      `${project}/screening?address=0xdead`,
      `${project}/audit`,
      `${project}/policy`,
      `${project}/policy/business`,
      `${project}/notifications`,
      `${project}/team`,
      `${project}/settings`,
      '/account/sessions',
      '/account/invitations',
      '/nothing-here',
    ],
    viewer: [`${project}/wallets`, `${project}/keys`, `${project}/policy`],
    developer: [],
    operator: [
      '/operator',
      '/operator/businesses',
      business,
      `${business}/projects/${shown.projectId}`,
      '/operator/search',
      `/operator/search?q=${shown.transactionId}`,
      '/operator/search?q=nothing',
      '/operator/people',
      '/operator/plans',
      '/operator/chains',
      `/operator/chains/${shown.chainId}`,
      '/operator/chains/999999',
      '/operator/ledger',
      '/operator/prices',
      '/operator/rates',
      '/operator/payments',
      '/operator/payments?status=FAILED&exception=LATE',
      '/operator/payments?search=PAY-NOTHING',
      '/operator/payments?tab=refunds',
      '/operator/exceptions',
      '/operator/exceptions?kind=refund_failed',
      `/operator/payments/${shown.paymentId}`,
      `/operator/payments/${UNKNOWN_ID}`,
      '/operator/deposit-tokens',
      '/operator/providers',
      '/operator/providers?tab=events',
      '/operator/providers?tab=events&state=DEAD',
      '/operator/providers?tab=reconciliation',
      '/operator/screening',
      '/operator/mail',
      '/operator/proposals',
      '/operator/recovery',
      '/operator/mail?status=failed',
      '/operator/trial-balance',
      '/operator/trial-balance?account=suspense+NGN',
      '/operator/networks',
      '/operator/lanes',
      '/operator/lanes?state=all',
      '/operator/lanes?search=nothing',
      `/operator/transactions/${shown.transactionId}`,
      `/operator/transactions/${shown.failedTransactionId}`,
      `/operator/transactions/${UNKNOWN_ID}`,
      '/operator/treasury',
      '/operator/alarms',
      '/operator/alarms?state=closed',
      '/operator/alarms/channels',
      '/operator/audit',
    ],
    support: ['/operator', '/operator/businesses', '/operator/payments', '/operator/exceptions', project],
  }
}
