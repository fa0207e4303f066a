import { businessStops, factorRequirementStops } from '@/server/handlers/businesses/business-stops'
import { STOPS_OF_CHAINS } from '@/server/handlers/chains/chain-stops'
import { keyEndStops, keyStops } from '@/server/handlers/keys/key-stops'
import { mailingStops } from '@/server/handlers/notices/mailing-stops'
import { STOPS_OF_PAYMENTS } from '@/server/handlers/payments/payment-stops'
import { STOPS_OF_PEOPLE } from '@/server/handlers/people/person-stops'
import { STOPS_OF_ROLES } from '@/server/handlers/people/role-stops'
import { policyStops } from '@/server/handlers/policies/policy-stops'
import { allowlistStops } from '@/server/handlers/projects/allowlist-stops'
import { projectStops, testnetsOnlyStops } from '@/server/handlers/projects/project-stops'
import { proposalStops } from '@/server/handlers/proposals/proposal-stops'
import { blockedAddressStops } from '@/server/handlers/screening/blocked-address-stops'
import { renewalStops } from '@/server/handlers/subscriptions/renewal-stops'
import { shareStops } from '@/server/handlers/transactions/share-stops'
import { STOPS_OF_WALLETS } from '@/server/handlers/wallets/wallet-stops'
import type { StopKinds } from '@/server/recovery/stop'
import { cancelledTransactions } from './cancelled-transactions'
import { STOPS_OF_DESTINATIONS } from './destination-stops'
import { lostRecoveries } from './lost-recoveries'

/** Everything that a restored backup must not undo. A new kind is one row. */
export const STOP_KINDS: StopKinds = {
  key: keyStops,
  key_end: keyEndStops,
  business: businessStops,
  project: projectStops,
  blocked_address: blockedAddressStops,
  ...STOPS_OF_PEOPLE,
  transaction: cancelledTransactions,
  ...STOPS_OF_ROLES,
  second_factor: factorRequirementStops,
  testnets_only: testnetsOnlyStops,
  allowlist: allowlistStops,
  policy: policyStops,
  share_link: shareStops,
  ...STOPS_OF_DESTINATIONS,
  ...STOPS_OF_WALLETS,
  mailing: mailingStops,
  renewal: renewalStops,
  ...STOPS_OF_CHAINS,
  ...STOPS_OF_PAYMENTS,
  proposal: proposalStops,
  recovery: lostRecoveries,
}
