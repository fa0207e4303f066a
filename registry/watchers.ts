import { eventLoopWatcher } from '@/server/alarms/event-loop'
import { jobWatcher } from '@/server/alarms/heartbeat'
import { errorWatcher } from '@/server/alarms/unknown-errors'
import { proxyWatcher } from '@/server/alarms/unreadable-hops'
import type { Watcher } from '@/server/alarms/watcher'
import { chainWatcher } from '@/server/chains/chain-watcher'
import { endpointWatcher } from '@/server/chains/endpoint-watcher'
import { channelWatcher } from '@/server/channels/channel-watcher'
import { depositWatcher } from '@/server/deposits/deposit-watcher'
import { screenedWatcher } from '@/server/deposits/screened-watcher'
import { engineWatcher } from '@/server/engine/engine-watcher'
import { rateWatcher } from '@/server/fx/rate-watcher'
import { finalityWatcher } from '@/server/indexer/finality-watcher'
import { indexerWatcher } from '@/server/indexer/indexer-watcher'
import { keyWatcher } from '@/server/installation/key-watcher'
import { seedCopyWatcher } from '@/server/installation/seed-copy-watcher'
import { registrationWatcher } from '@/server/jobs/registration-watcher'
import { mailWatcher } from '@/server/mail/mail-watcher'
import { providerWatcher } from '@/server/payments/providers/provider-watcher'
import { refundWatcher } from '@/server/payments/refunds/refund-watcher'
import { arrivalWatcher } from '@/server/payments/stablecoins/arrival-watcher'
import { refillWatcher } from '@/server/platform/refill-watcher'
import { priceWatcher } from '@/server/prices/price-watcher'
import { recoveryWatcher } from '@/server/recovery/enter-recovery'
import { screeningListWatcher } from '@/server/screening/lists/screening-list-watcher'
import { sweepRuleWatcher } from '@/server/sweeps/sweep-rule-watcher'
import { stuckWatcher } from '@/server/transactions/stuck-watcher'
import { restoredWalletsWatcher } from '@/server/wallets/watch-restored'
import { backlogWatcher } from '@/server/webhooks/backlog-watcher'

/** Everything that is watched, whether or not the job engine runs. */
export const WATCHERS: readonly Watcher[] = [
  chainWatcher,
  stuckWatcher,
  refillWatcher,
  backlogWatcher,
  mailWatcher,
  indexerWatcher,
  depositWatcher,
  finalityWatcher,
  jobWatcher,
  eventLoopWatcher,
  errorWatcher,
  proxyWatcher,
  engineWatcher,
  priceWatcher,
  rateWatcher,
  endpointWatcher,
  registrationWatcher,
  keyWatcher,
  seedCopyWatcher,
  restoredWalletsWatcher,
  providerWatcher,
  arrivalWatcher,
  refundWatcher,
  sweepRuleWatcher,
  screenedWatcher,
  screeningListWatcher,
  recoveryWatcher,
  channelWatcher,
]
