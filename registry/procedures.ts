import { router } from '@/server/trpc/init'
import { activityRouter } from '@/transport/activity/router'
import { alarmsRouter } from '@/transport/alarms/router'
import { approvalsRouter } from '@/transport/approvals/router'
import { auditRouter } from '@/transport/audit/router'
import { businessesRouter } from '@/transport/businesses/router'
import { chainsRouter } from '@/transport/chains/router'
import { channelsRouter } from '@/transport/channels/router'
import { depositsRouter } from '@/transport/deposits/router'
import { exceptionsRouter } from '@/transport/exceptions/router'
import { fxRouter } from '@/transport/fx/router'
import { indexerRouter } from '@/transport/indexer/router'
import { keysRouter } from '@/transport/keys/router'
import { lanesRouter } from '@/transport/lanes/router'
import { ledgerRouter } from '@/transport/ledger/router'
import { mailRouter } from '@/transport/mail/router'
import { noticesRouter } from '@/transport/notices/router'
import { paymentsRouter } from '@/transport/payments/router'
import { peopleRouter } from '@/transport/people/router'
import { plansRouter } from '@/transport/plans/router'
import { platformRouter } from '@/transport/platform/router'
import { policiesRouter } from '@/transport/policies/router'
import { pricesRouter } from '@/transport/prices/router'
import { projectsRouter } from '@/transport/projects/router'
import { proposalsRouter } from '@/transport/proposals/router'
import { recoveryRouter } from '@/transport/recovery/router'
import { requestsRouter } from '@/transport/requests/router'
import { screeningRouter } from '@/transport/screening/router'
import { searchRouter } from '@/transport/search/router'
import { seedExportsRouter } from '@/transport/seed-exports/router'
import { sponsorshipRouter } from '@/transport/sponsorship/router'
import { statusRouter } from '@/transport/status/router'
import { subscriptionsRouter } from '@/transport/subscriptions/router'
import { sweepsRouter } from '@/transport/sweeps/router'
import { teamRouter } from '@/transport/team/router'
import { tokensRouter } from '@/transport/tokens/router'
import { transactionsRouter } from '@/transport/transactions/router'
import { usageRouter } from '@/transport/usage/router'
import { viewsRouter } from '@/transport/views/router'
import { wallRouter } from '@/transport/wall/router'
import { walletsRouter } from '@/transport/wallets/router'
import { webhooksRouter } from '@/transport/webhooks/router'

/** Every procedure of the portal. `access-matrix.test.ts` says who may call which. */
export const appRouter = router({
  activity: activityRouter,
  alarms: alarmsRouter,
  approvals: approvalsRouter,
  audit: auditRouter,
  businesses: businessesRouter,
  chains: chainsRouter,
  channels: channelsRouter,
  deposits: depositsRouter,
  exceptions: exceptionsRouter,
  indexer: indexerRouter,
  keys: keysRouter,
  lanes: lanesRouter,
  ledger: ledgerRouter,
  mail: mailRouter,
  notices: noticesRouter,
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
  screening: screeningRouter,
  search: searchRouter,
  seedExports: seedExportsRouter,
  sponsorship: sponsorshipRouter,
  status: statusRouter,
  subscriptions: subscriptionsRouter,
  sweeps: sweepsRouter,
  team: teamRouter,
  tokens: tokensRouter,
  transactions: transactionsRouter,
  usage: usageRouter,
  views: viewsRouter,
  wall: wallRouter,
  wallets: walletsRouter,
  webhooks: webhooksRouter,
})

export type AppRouter = typeof appRouter
