import { expect, test } from 'vitest'
import type * as schema from '@/db/schema'
import { isOfSuites, readSource, sourcesIn } from './testing/sources'
import { callsOf, functionsIn, sqlFunctions, writersAmong } from './testing/sql-functions'
import { TABLES, writesOf } from './testing/table-writes'

type Variable = keyof typeof schema

/**
 * The one room of `server` that writes each table; others call its verbs. A transaction is accepted by its noun, put by
 * the queue and carried by the engine.
 */
const OWNERS = {
  activityCounts: ['activity'],
  alarms: ['alarms'],
  alarmChannels: ['channels'],
  alarmTellings: ['channels'],
  heartbeats: ['alarms'],
  unknownErrors: ['alarms'],
  workFaults: ['alarms'],
  auditLog: ['audit'],
  businesses: ['businesses'],
  chains: ['chains'],
  chainBlocks: ['chains'],
  chainCursors: ['chains'],
  chainHeads: ['chains'],
  chainTokens: ['chains'],
  eventStreams: ['webhooks'],
  projectEvents: ['webhooks'],
  depositCounts: ['deposits'],
  deposits: ['deposits'],
  rpcEndpoints: ['chains'],
  foundExecutions: ['engine'],
  fxRates: ['fx'],
  fxSources: ['fx'],
  indexerEvents: ['indexer'],
  indexerLogCounts: ['indexer'],
  indexerLogs: ['indexer'],
  indexerReplays: ['indexer'],
  // The verbs that destinations of both kinds have are in one place.
  indexerSubscriptions: ['indexer', 'webhooks/destinations'],
  keyCanaries: ['custody', 'stable-secret.ts'],
  walletSeeds: ['custody'],
  seedExports: ['seed-exports'],
  apiKeys: ['keys'],
  signingKeys: ['keys'],
  ledgerAccounts: ['ledger'],
  ledgerEntries: ['ledger'],
  ledgerJournals: ['ledger'],
  ledgerOpenJournals: ['ledger'],
  mailMessages: ['mail'],
  noticeChannels: ['notices', 'channels/rewrap-channel-targets.ts'],
  noticeMutes: ['notices'],
  noticeReads: ['notices'],
  notices: ['notices'],
  depositAccounts: ['payments'],
  paymentCounts: ['payments'],
  paymentDocuments: ['payments'],
  paymentReceipts: ['payments'],
  paymentRefunds: ['payments'],
  payments: ['payments'],
  depositTokens: ['payments'],
  paymentArrivals: ['payments'],
  paymentSweeps: ['payments'],
  accountLinks: ['people'],
  memberships: ['people'],
  passkeyChallenges: ['people'],
  passkeys: ['people'],
  recoveryCodes: ['people'],
  totpSecrets: ['people'],
  sessions: ['people'],
  signInFailures: ['people'],
  users: ['people'],
  plans: ['plans'],
  products: ['plans'],
  subscriptions: ['subscriptions'],
  tokens: ['tokens'],
  tokenBalances: ['tokens'],
  tokenEvents: ['tokens'],
  tokenItems: ['tokens'],
  tokenOperations: ['tokens'],
  tokenPayoutLines: ['tokens'],
  tokenPayouts: ['tokens'],
  tokenSteps: ['tokens'],
  tokenSupplies: ['tokens'],
  tokenWallets: ['tokens'],
  subscriptionReminders: ['subscriptions'],
  blockedAddresses: ['screening'],
  depositScreenings: ['deposits'],
  screeningLists: ['screening'],
  sweepRules: ['sweeps'],
  sweeps: ['sweeps'],
  sweepWallets: ['sweeps'],
  policies: ['policies'],
  approvals: ['approvals'],
  priceSources: ['prices'],
  paymentProviders: ['payments'],
  providerEvents: ['payments'],
  providerReconciliations: ['payments'],
  ipAllowlist: ['projects'],
  projects: ['projects'],
  proposals: ['proposals'],
  recoveries: ['recovery'],
  databaseMarks: ['recovery'],
  platformSettings: ['status'],
  idempotencyKeys: ['api'],
  rateBuckets: ['api'],
  rateWindows: ['api'],
  requestLog: ['api'],
  gasBudgetCosts: ['sponsorship'],
  gasBudgetDays: ['sponsorship'],
  gasBudgets: ['sponsorship'],
  gasBudgetShares: ['sponsorship'],
  lanes: ['queue', 'engine'],
  signatures: ['engine'],
  signingRequests: ['transactions', 'messages', 'engine'],
  transactionAttempts: ['engine'],
  transactionShares: ['transactions'],
  transactions: ['queue', 'engine', 'transactions'],
  savedViews: ['views'],
  usageCounts: ['usage'],
  walletCounters: ['wallets'],
  wallets: ['wallets'],
  webhookAttempts: ['webhooks'],
  webhookEndpoints: ['webhooks'],
  webhookFailing: ['webhooks'],
  webhookMessages: ['webhooks'],
  webhookPauses: ['webhooks'],
} as const satisfies Partial<Record<Variable, readonly string[]>>

/** Columns that another room writes because they move in one statement with its own rows. */
const LENT = { sponsorship: { table: 'transactions', columns: /^(gas_budget_\w+|updated_at)$/ } }

/**
 * The one room that each SQL function which writes belongs to: it writes what the room may, and the room alone calls
 * it.
 */
const FUNCTION_OWNERS: Readonly<Record<string, string>> = {
  accept_transaction: 'transactions',
  raise_updated_at_of_transaction: 'transactions',
  note_attempt_activity: 'activity',
  note_deposit_activity: 'activity',
  note_payout_activity: 'activity',
  note_request_activity: 'activity',
  note_changed_transactions: 'activity',
  note_transaction_activity: 'activity',
  rebuild_activity: 'activity',
  count_deposits: 'deposits',
  count_indexer_logs: 'indexer',
  count_payments: 'payments',
  write_document: 'payments',
  write_documents: 'payments',
  drop_partitions: 'installation',
  end_holds: 'ledger',
  lock_ledger_accounts: 'ledger',
  note_signature: 'engine',
  move_ledger_balances: 'ledger',
  note_open_journals: 'ledger',
  post_covered_journals: 'ledger',
  post_journals: 'ledger',
  raise_hold: 'ledger',
  raise_holds: 'ledger',
  require_balanced_journal: 'ledger',
}

/** The writes and calls that happen in one statement with rows of another room, and why they must. */
const IN_ONE_STATEMENT: Readonly<Record<string, string>> = {
  'accept_transaction writes lanes': 'a wallet has its lane from the first transaction that stands in it',
  'accept_transaction writes idempotencyKeys': 'a key is used up exactly when what it came with is accepted',
  'drop_partitions writes indexerLogCounts': 'what was counted falls with the partition it was counted of',
  'accept_transaction calls post_journals': 'gas is held exactly when the transaction that needs it is accepted',
  'server/engine/gas-holds.ts calls raise_holds': 'the transaction’s fee column and its hold move together',
  'server/engine/gas-holds.ts calls end_holds': 'the transaction’s fee column and its hold end together',
}

const FUNCTIONS = sqlFunctions()

function findBreaches(file: string, text: string): string[] {
  const [top, folder = '', noun = ''] = file.split('/')
  const room = top !== 'server' ? file : folder === 'handlers' ? noun : folder
  return breachesOf(file, room, text)
}

/** The writes and calls in `text`, the source of a room, that affect tables and functions of other rooms. */
function breachesOf(name: string, room: string, text: string): string[] {
  const owners: Partial<Record<string, readonly string[]>> = OWNERS
  const writes = writesOf(text)
    .filter(({ variable, columns }) => !owners[variable]?.includes(room) && !isLent(room, variable, columns))
    .map(({ variable }) => `${name} writes ${variable}`)
  const calls = callsOf(text, Object.keys(FUNCTION_OWNERS))
    .filter((called) => FUNCTION_OWNERS[called] !== room)
    .map((called) => `${name} calls ${called}`)
  return [...writes, ...calls]
}

function isLent(room: string, variable: string, columns: string[]): boolean {
  const lent = room === 'sponsorship' ? LENT.sponsorship : null
  return lent?.table === variable && columns.length > 0 && columns.every((column) => lent.columns.test(column))
}

test('every table has its owner', () => {
  expect(Object.keys(OWNERS).sort()).toEqual([...TABLES].sort())
})

test('so has every SQL function that writes', () => {
  expect(Object.keys(FUNCTION_OWNERS).sort()).toEqual(writersAmong(FUNCTIONS))
})

test('a noun never writes another’s tables, nor by a function of the database', () => {
  const files = ['server', 'transport', 'registry', 'schemas', 'app', 'front', 'signer', 'inngest', 'components']
    .flatMap(sourcesIn)
    .filter((file) => !isOfSuites(file))
  const all = files.flatMap((file) => writesOf(readSource(file)))
  expect(new Set(all.map(({ variable }) => variable)).size).toBeGreaterThan(30)
  const ofSources = files.flatMap((file) => findBreaches(file, readSource(file)))
  const ofFunctions = Object.entries(FUNCTION_OWNERS).flatMap(([name, room]) =>
    breachesOf(name, room, FUNCTIONS.get(name) ?? ''),
  )
  expect([...ofSources, ...ofFunctions].sort()).toEqual(Object.keys(IN_ONE_STATEMENT).sort())
})

test('a breach is found, however it is written', () => {
  const file = 'server/approvals/approve.ts'
  expect(findBreaches(file, 'await ctx.db\n    .update(wallets)\n    .set({})')).toEqual([`${file} writes wallets`])
  expect(findBreaches(file, 'sql`with a as (select 1) update wallets w set x = 1`')).toEqual([`${file} writes wallets`])
  expect(findBreaches(file, 'sql`delete from $' + '{wallets} where true`')).toEqual([`${file} writes wallets`])
  expect(findBreaches(file, 'sql`select * from wallets for update of w`')).toEqual([])
  const lent = 'sql`update transactions t set gas_budget_micros = 1, updated_at = now() where true`'
  expect(findBreaches('server/sponsorship/a.ts', lent)).toEqual([])
  const taken = 'sql`update transactions t set gas_budget_micros = 1, stage = 2 where true`'
  expect(findBreaches('server/sponsorship/a.ts', taken)).toEqual(['server/sponsorship/a.ts writes transactions'])
})

test('a breach of an SQL function is found, and so is a call of another room’s', () => {
  const text = `CREATE OR REPLACE FUNCTION pay(x int) RETURNS int LANGUAGE plpgsql AS $$
    BEGIN -- delete from plans
      WITH a AS (UPDATE lanes SET x = 1) INSERT INTO wallets SELECT 1; PERFORM post_journals(x, x); END $$;`
  const functions = new Map(functionsIn(text))
  expect(writersAmong(functions)).toEqual(['pay'])
  expect(breachesOf('pay', 'approvals', functions.get('pay') ?? '')).toEqual([
    'pay writes lanes',
    'pay writes wallets',
    'pay calls post_journals',
  ])
  const file = 'server/approvals/approve.ts'
  expect(findBreaches(file, 'sql`select accept_transaction (1)`')).toEqual([`${file} calls accept_transaction`])
})
