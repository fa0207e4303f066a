import { alarmsRouter } from '@/server/alarms/router'
import { approvalsRouter } from '@/server/approvals/router'
import { auditRouter } from '@/server/audit/router'
import { businessesRouter } from '@/server/businesses/router'
import { chainsRouter } from '@/server/chains/router'
import { channelsRouter } from '@/server/channels/router'
import { depositsRouter } from '@/server/deposits/router'
import { fxRouter } from '@/server/fx/router'
import { indexerRouter } from '@/server/indexer/router'
import { keysRouter } from '@/server/keys/router'
import { lanesRouter } from '@/server/lanes/router'
import { ledgerRouter } from '@/server/ledger/router'
import { mailRouter } from '@/server/mail/router'
import { paymentsRouter } from '@/server/payments/router'
import { peopleRouter } from '@/server/people/router'
import { plansRouter } from '@/server/plans/router'
import { platformRouter } from '@/server/platform/router'
import { policiesRouter } from '@/server/policies/router'
import { pricesRouter } from '@/server/prices/router'
import { projectsRouter } from '@/server/projects/router'
import { proposalsRouter } from '@/server/proposals/router'
import { recoveryRouter } from '@/server/recovery/router'
import { requestsRouter } from '@/server/requests/router'
import { searchRouter } from '@/server/search/router'
import { sponsorshipRouter } from '@/server/sponsorship/router'
import { subscriptionsRouter } from '@/server/subscriptions/router'
import { teamRouter } from '@/server/team/router'
import { tokensRouter } from '@/server/tokens/router'
import { transactionsRouter } from '@/server/transactions/router'
import { router } from '@/server/trpc/init'
import { usageRouter } from '@/server/usage/router'
import { walletsRouter } from '@/server/wallets/router'
import { webhooksRouter } from '@/server/webhooks/router'

/** Every procedure of the portal. `access-matrix.test.ts` says who may call which. */
export const appRouter = router({
  alarms: alarmsRouter,
  approvals: approvalsRouter,
  audit: auditRouter,
  businesses: businessesRouter,
  chains: chainsRouter,
  channels: channelsRouter,
  deposits: depositsRouter,
  indexer: indexerRouter,
  keys: keysRouter,
  lanes: lanesRouter,
  ledger: ledgerRouter,
  mail: mailRouter,
  payments: paymentsRouter,
  people: peopleRouter,
  plans: plansRouter,
  platform: platformRouter,
  policies: policiesRouter,
  fx: fxRouter,
  prices: pricesRouter,
  projects: projectsRouter,
  proposals: proposalsRouter,
  recovery: recoveryRouter,
  requests: requestsRouter,
  search: searchRouter,
  sponsorship: sponsorshipRouter,
  subscriptions: subscriptionsRouter,
  team: teamRouter,
  tokens: tokensRouter,
  transactions: transactionsRouter,
  usage: usageRouter,
  wallets: walletsRouter,
  webhooks: webhooksRouter,
})

export type AppRouter = typeof appRouter
