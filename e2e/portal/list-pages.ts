import { stack } from './stack'

/**
 * `filter`: one with choices on a new stack. `polled`: it refreshes automatically. `isFirst` of its kind: the others
 * are alike. `hasFile`: it can be had as CSV.
 */
export type ListPage = {
  path: string
  procedure: string
  filter?: string
  polled?: true
  isFirst?: true
  hasFile?: true
}

/** Every page with a list that has pages. */
export function listsOf(who: 'owner' | 'operator'): ListPage[] {
  const project = `/projects/${stack().demo.projectId}`
  if (who === 'operator') {
    return [
      { path: '/operator/lanes?state=all', procedure: 'lanes.list', filter: 'State', polled: true, isFirst: true },
      { path: '/operator/networks', procedure: 'indexer.listNetworks', polled: true },
      { path: '/operator/ledger', procedure: 'ledger.listJournalsOfAll', filter: 'Kind' },
      { path: '/operator/audit', procedure: 'audit.listOfChain', filter: 'Log of', isFirst: true },
      {
        path: '/operator/providers?tab=events',
        procedure: 'payments.listProviderEvents',
        filter: 'Status',
        polled: true,
      },
      { path: '/operator/payments', procedure: 'payments.listAll', filter: 'Status', polled: true },
      { path: '/operator/payments?tab=refunds', procedure: 'payments.listRefunds', filter: 'State', polled: true },
      { path: '/operator/exceptions', procedure: 'exceptions.list', filter: 'Kind', polled: true, hasFile: true },
      { path: '/operator/screening', procedure: 'screening.listBlockedAddressesOfAll' },
      { path: '/operator/mail', procedure: 'mail.list', filter: 'Status', polled: true },
    ]
  }
  return [
    { path: `${project}/wallets`, procedure: 'wallets.list', filter: 'Chain type', isFirst: true },
    { path: `${project}/transactions`, procedure: 'transactions.list', filter: 'Status', hasFile: true },
    { path: `${project}/tokens`, procedure: 'tokens.list', filter: 'Status', polled: true },
    { path: `${project}/payments`, procedure: 'payments.list', filter: 'Purpose', polled: true, hasFile: true },
    { path: `${project}/balance`, procedure: 'ledger.listJournals', filter: 'Kind' },
    { path: `${project}/balance/statement`, procedure: 'ledger.getStatement' },
    {
      path: `${project}/deposits`,
      procedure: 'deposits.list',
      filter: 'Stage',
      polled: true,
      isFirst: true,
      hasFile: true,
    },
    { path: `${project}/events`, procedure: 'indexer.listSubscriptions', filter: 'Status' },
    { path: `${project}/events/logs`, procedure: 'indexer.listLogs', filter: 'Status', polled: true },
    { path: `${project}/sweeps`, procedure: 'sweeps.list' },
    { path: `${project}/screening`, procedure: 'screening.listBlockedAddresses' },
    { path: `${project}/endpoints`, procedure: 'webhooks.listEndpoints' },
    { path: `${project}/webhooks`, procedure: 'webhooks.list', filter: 'Status', hasFile: true },
    { path: `${project}/requests`, procedure: 'requests.list', filter: 'Method', hasFile: true },
    { path: `${project}/audit`, procedure: 'audit.list', filter: 'Actor', hasFile: true },
  ]
}
