import { getTableName, is } from 'drizzle-orm'
import { PgTable } from 'drizzle-orm/pg-core'
import * as schema from '@/db/schema'
import * as alarms from '@/db/schema/alarms'
import * as chains from '@/db/schema/chains'
import * as deposits from '@/db/schema/deposits'
import * as documents from '@/db/schema/documents'
import * as fx from '@/db/schema/fx'
import * as ledger from '@/db/schema/ledger'
import * as refunds from '@/db/schema/payment-refunds'
import * as payments from '@/db/schema/payments'
import * as policies from '@/db/schema/policies'
import * as providers from '@/db/schema/providers'
import * as sponsorship from '@/db/schema/sponsorship'
import * as stablecoins from '@/db/schema/stablecoins'
import * as tokenOperations from '@/db/schema/token-operations'
import * as tokens from '@/db/schema/tokens'
import * as transactions from '@/db/schema/transactions'
import * as wallets from '@/db/schema/wallets'
import * as watch from '@/db/schema/watch'

/** What no list shows anything of; without `signing_keys` nobody gets in. */
const UNSEEN = [
  'chain_blocks',
  'database_marks',
  'heartbeats',
  'key_canaries',
  'ledger_open_journals',
  'platform_settings',
  'rate_buckets',
  'rate_windows',
  'recoveries',
  'sign_in_failures',
  'signing_keys',
  'unknown_errors',
]

/** What no query and no read of `/v1` asks for. */
export const UNREAD = [
  'alarm_tellings',
  'deposit_counts',
  'found_executions',
  'gas_budget_costs',
  'gas_budget_shares',
  'idempotency_keys',
  'payment_documents',
  'subscription_reminders',
  'token_events',
  'token_payout_lines',
  'wallet_counters',
  'wallet_seeds',
  'webhook_failing',
  'webhook_pauses',
]

/** The tables of these parts of the schema that lists show. */
function tablesOf(...parts: object[]): readonly PgTable[] {
  return parts
    .flatMap((part) => Object.values(part))
    .filter((value): value is PgTable => is(value, PgTable))
    .filter((table) => ![...UNSEEN, ...UNREAD].includes(getTableName(table)))
}

export const TABLES_OF_MONEY = tablesOf(
  deposits,
  documents,
  fx,
  ledger,
  refunds,
  payments,
  providers,
  sponsorship,
  stablecoins,
)
export const TABLES_OF_CHAINS = tablesOf(
  alarms,
  chains,
  policies,
  tokenOperations,
  tokens,
  transactions,
  wallets,
  watch,
)
/** Whatever stands in neither of them: businesses, people, keys, webhooks, events. */
export const OTHER_TABLES = tablesOf(schema).filter(
  (table) => !TABLES_OF_MONEY.includes(table) && !TABLES_OF_CHAINS.includes(table),
)
