import fc from 'fast-check'
import { createLoader, type inferParserType, type ParserMap } from 'nuqs/server'
import { expect, test } from 'vitest'
import type { z } from 'zod'
import { approvalFilter, toApprovalInput } from '@/components/approvals/approval-filter'
import { auditFilter, operatorAuditFilter, toAuditInput, toOperatorAuditInput } from '@/components/audit/audit-filter'
import { alarmFilter } from '@/components/engine/alarm-filter'
import { laneFilter, toLaneInput } from '@/components/engine/lane-filter'
import {
  gasLedgerFilter,
  journalFilter,
  toJournalInput,
  toOperatorJournalInput,
} from '@/components/ledger/ledger-filter'
import { requestFilter, toRequestInput } from '@/components/requests/request-filter'
import { toTransactionInput, transactionFilter } from '@/components/transactions/transaction-filter'
import { toWalletInput, walletFilter } from '@/components/wallets/wallet-filter'
import { messageFilter, toMessageInput } from '@/components/webhooks/message-filter'
import * as alarms from '@/schemas/alarms/contract'
import * as approvals from '@/schemas/approvals/contract'
import * as audit from '@/schemas/audit/contract'
import * as lanes from '@/schemas/lanes/contract'
import * as ledger from '@/schemas/ledger/contract'
import * as requests from '@/schemas/requests/contract'
import * as transactions from '@/schemas/transactions/history/contract'
import * as wallets from '@/schemas/wallets/contract'
import * as webhooks from '@/schemas/webhooks/contract'
import { propertyRuns } from '@/server/testing/proof'

const PROJECT = '0193a000-0000-7000-8000-0000000000aa'

/** From the address bar to what the server is asked. */
function list<P extends ParserMap>(params: P, toInput: (filter: inferParserType<P>) => unknown, schema: z.ZodType) {
  const load = createLoader(params)
  return { names: Object.keys(params), ask: (url: URLSearchParams) => schema.safeParse(toInput(load(url))) }
}

const LISTS = {
  alarms: list(alarmFilter, (filter) => filter, alarms.alarmFilter),
  approvals: list(approvalFilter, (filter) => toApprovalInput(PROJECT, filter), approvals.approvalFilter),
  audit: list(auditFilter, toAuditInput, audit.auditFilter),
  'operator audit': list(operatorAuditFilter, toOperatorAuditInput, audit.operatorAuditFilter),
  lanes: list(laneFilter, toLaneInput, lanes.laneFilter),
  journals: list(journalFilter, toJournalInput, ledger.journalFilter),
  'gas ledger': list(gasLedgerFilter, toOperatorJournalInput, ledger.operatorJournalFilter),
  requests: list(requestFilter, (filter) => toRequestInput(PROJECT, filter), requests.requestFilter),
  transactions: list(
    transactionFilter,
    (filter) => toTransactionInput(PROJECT, filter),
    transactions.transactionFilter,
  ),
  wallets: list(walletFilter, (filter) => toWalletInput(PROJECT, filter), wallets.walletFilter),
  messages: list(messageFilter, (filter) => toMessageInput(PROJECT, filter), webhooks.messageFilter),
}

const typed = fc.oneof(
  fc.bigInt({ min: -(10n ** 24n), max: 10n ** 24n }).map(String),
  fc.integer({ min: 9_000, max: 60_000 }).map(String),
  fc.date({ noInvalidDate: true }).map((day) => day.toISOString().slice(0, 10)),
  fc.stringMatching(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/),
  fc.string({ maxLength: 300, unit: 'binary' }),
)

test.each(Object.entries(LISTS))('whatever stands in the address of %s, the server takes it', (_, { names, ask }) => {
  fc.assert(
    fc.property(fc.dictionary(fc.constantFrom(...names), typed), (params) => {
      const asked = ask(new URLSearchParams(params))
      expect(asked.error?.issues ?? []).toEqual([])
    }),
    { ...propertyRuns(), examples: [[{ search: '\t' }]] },
  )
})
