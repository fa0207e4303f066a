import { eventLoopWatcher } from '@/server/alarms/event-loop'
import { jobWatcher } from '@/server/alarms/heartbeat'
import { errorWatcher } from '@/server/alarms/unknown-errors'
import { proxyWatcher } from '@/server/alarms/unreadable-hops'
import type { Watcher } from '@/server/alarms/watcher'
import { endpointWatcher } from '@/server/chains/watch-endpoints'
import { chainWatcher } from '@/server/chains/watch-heads'
import { channelWatcher } from '@/server/channels/watch-channels'
import { depositWatcher } from '@/server/deposits/deposit-watcher'
import { screenedWatcher } from '@/server/deposits/watch-screened'
import { engineWatcher } from '@/server/engine/find-standing-causes'
import { rateWatcher } from '@/server/fx/watch-rates'
import { finalityWatcher } from '@/server/indexer/find-broken-finality'
import { indexerWatcher } from '@/server/indexer/indexer-watcher'
import { keyWatcher } from '@/server/installation/watch-keys'
import { seedCopyWatcher } from '@/server/installation/watch-seed-copies'
import { registrationWatcher } from '@/server/jobs/watch-registration'
import { mailWatcher } from '@/server/mail/find-backlog'
import { providerWatcher } from '@/server/payments/providers/watch-providers'
import { refundWatcher } from '@/server/payments/refunds/watch-refunds'
import { arrivalWatcher } from '@/server/payments/stablecoins/watch-arrivals'
import { refillWatcher } from '@/server/platform/find-unpaid-refills'
import { priceWatcher } from '@/server/prices/watch-prices'
import { recoveryWatcher } from '@/server/recovery/enter-recovery'
import { screeningListWatcher } from '@/server/screening/lists/watch-list'
import { sweepRuleWatcher } from '@/server/sweeps/watch-rules'
import { stuckWatcher } from '@/server/transactions/find-stuck'
import { restoredWalletsWatcher } from '@/server/wallets/watch-restored'
import { backlogWatcher } from '@/server/webhooks/find-backlog'

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
