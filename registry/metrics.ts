import { alarmArea } from '@/server/alarms/metrics'
import { apiArea } from '@/server/api/metrics'
import { chainArea } from '@/server/chains/metrics'
import { signerArea } from '@/server/custody/remote/metrics'
import { databaseArea } from '@/server/database/metrics'
import { engineArea } from '@/server/engine/metrics'
import { replayArea } from '@/server/indexer/replays/metrics'
import { ledgerArea } from '@/server/ledger/metrics'
import { mailArea } from '@/server/mail/metrics'
import type { MetricArea } from '@/server/metrics/metric'
import { processArea } from '@/server/metrics/process'
import { readingArea } from '@/server/metrics/read-samples'
import { paymentArea } from '@/server/payments/metrics'
import { recoveryArea } from '@/server/recovery/metrics'
import { sweepArea } from '@/server/sweeps/metrics'
import { tokenArea } from '@/server/tokens/metrics'
import { transactionArea } from '@/server/transactions/metrics'
import { webhookArea } from '@/server/webhooks/metrics'
import { READINESS_CHECKS } from './readiness-checks'

/** The metrics of `/metrics`, area by area. */
export const METRIC_AREAS: readonly MetricArea[] = [
  processArea,
  readingArea,
  databaseArea,
  apiArea(READINESS_CHECKS),
  alarmArea,
  chainArea,
  recoveryArea,
  engineArea,
  signerArea,
  transactionArea,
  tokenArea,
  sweepArea,
  replayArea,
  webhookArea,
  mailArea,
  ledgerArea,
  paymentArea,
]
