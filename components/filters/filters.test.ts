import fc from 'fast-check'
import { createLoader, type inferParserType, type ParserMap } from 'nuqs/server'
import { expect, test } from 'vitest'
import type { z } from 'zod'
import { approvalFilter, toApprovalInput } from '@/components/approvals/approval-filter'
import { auditFilter, operatorAuditFilter, toAuditInput, toOperatorAuditInput } from '@/components/audit/audit-filter'
import { depositFilter, toDepositInput } from '@/components/deposits/deposit-filter'
import { alarmFilter } from '@/components/engine/alarm-filter'
import { laneFilter, toLaneInput } from '@/components/engine/lane-filter'
import {
  gasLedgerFilter,
  journalFilter,
  toJournalInput,
  toOperatorJournalInput,
} from '@/components/ledger/ledger-filter'
import { paymentFilter, toPaymentInput } from '@/components/payments/payment-filter'
import { requestFilter, toRequestInput } from '@/components/requests/request-filter'
import { ruleFilter, toRuleInput } from '@/components/sweeps/rule-filter'
import { tokenFilter, toTokenInput } from '@/components/tokens/token-filter'
import { toTransactionInput, transactionFilter } from '@/components/transactions/transaction-filter'
import { queryOf } from '@/components/views/query-of'
import { toWalletInput, walletFilter } from '@/components/wallets/wallet-filter'
import { messageFilter, toMessageInput } from '@/components/webhooks/message-filter'
import * as alarms from '@/schemas/alarms/contract'
import * as approvals from '@/schemas/approvals/contract'
import * as audit from '@/schemas/audit/contract'
import * as deposits from '@/schemas/deposits/contract'
import * as lanes from '@/schemas/lanes/contract'
import * as ledger from '@/schemas/ledger/contract'
import * as payments from '@/schemas/payments/contract'
import * as requests from '@/schemas/requests/contract'
import * as sweeps from '@/schemas/sweeps/contract'
import * as tokens from '@/schemas/tokens/contract'
import * as transactions from '@/schemas/transactions/history/contract'
import { checkListQuery, LIST_FILTERS } from '@/schemas/views/lists'
import * as wallets from '@/schemas/wallets/contract'
import * as webhooks from '@/schemas/webhooks/contract'
import { propertyRuns } from '@/server/testing/proof'

const PROJECT = '0193a000-0000-7000-8000-0000000000aa'

/** From the address bar to what the server is asked. */
function list<P extends ParserMap>(params: P, toInput: (filter: inferParserType<P>) => object, schema: z.ZodType) {
  const load = createLoader(params)
  const read = (url: URLSearchParams) => ({ state: load(url), input: toInput(load(url)) })
  return { names: Object.keys(params), read, ask: (url: URLSearchParams) => schema.safeParse(toInput(load(url))) }
}

const LISTS = {
  alarms: list(alarmFilter, (filter) => filter, alarms.alarmFilter),
  approvals: list(approvalFilter, (filter) => toApprovalInput(PROJECT, filter), approvals.approvalFilter),
  audit: list(auditFilter, toAuditInput, audit.auditFilter),
  'operator audit': list(operatorAuditFilter, toOperatorAuditInput, audit.operatorAuditFilter),
  deposits: list(depositFilter, (filter) => toDepositInput(PROJECT, filter), deposits.depositFilter),
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
  payments: list(paymentFilter, (filter) => toPaymentInput(PROJECT, filter), payments.paymentFilter),
  tokens: list(tokenFilter, (filter) => toTokenInput(PROJECT, filter), tokens.tokenFilter),
  'sweep rules': list(ruleFilter, (filter) => toRuleInput(PROJECT, filter), sweeps.sweepRuleFilter),
  messages: list(messageFilter, (filter) => toMessageInput(PROJECT, filter), webhooks.messageFilter),
}

const typed = fc.oneof(
  fc.bigInt({ min: -(10n ** 24n), max: 10n ** 24n }).map(String),
  fc.integer({ min: 9_000, max: 60_000 }).map(String),
  fc.date({ noInvalidDate: true }).map((day) => day.toISOString().slice(0, 10)),
  fc.stringMatching(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/),
  fc.date({ noInvalidDate: true }).map((minute) => `${minute.toISOString().slice(0, 16)}Z`),
  fc.constantFrom('0000-01-01', '9999-12-31', '9999-12-31T23:59Z', '2026-02-30T10:00Z', '2026-11-21T24:00Z'),
  fc.string({ maxLength: 300, unit: 'binary' }),
  fc.constantFrom('customer=c-77', 'a=b=c', ' = ', '__proto__=1', 'constructor=1', '=1', 'a=', 'a[b]=1', 'a=\u0007'),
  fc.tuple(fc.string({ maxLength: 45 }), fc.string({ maxLength: 510 })).map((pair) => pair.join('=')),
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

const SAVED = {
  transactions: LISTS.transactions,
  deliveries: LISTS.messages,
  payments: LISTS.payments,
  requests: LISTS.requests,
}

test.each(Object.keys(LIST_FILTERS) as (keyof typeof LIST_FILTERS)[])(
  'a saved view of %s has the filters of its list and asks the server the same again',
  (name) => {
    const { names, read } = SAVED[name]
    expect([...Object.keys(LIST_FILTERS[name].shape), 'page'].sort()).toEqual([...names].sort())
    let saved = 0
    fc.assert(
      fc.property(fc.dictionary(fc.constantFrom(...names), fc.oneof(typed, ofList(name))), (params) => {
        const { state, input } = read(new URLSearchParams(params))
        const { page: _, ...filters } = state
        const checked = checkListQuery(name, queryOf(filters))
        if (!('query' in checked)) return
        saved++
        const again = read(new URLSearchParams(checked.query))
        expect(trimmed(again.input)).toEqual({ ...trimmed(input), page: 1 })
      }),
      propertyRuns(),
    )
    expect(saved).toBeGreaterThan(0)
  },
)

/** Words that filters of the list know. */
function ofList(name: keyof typeof SAVED) {
  const words = Object.values(LIST_FILTERS[name].shape).flatMap((schema) => {
    const inner = 'unwrap' in schema ? schema.unwrap() : schema
    return 'options' in inner ? (inner.options as readonly string[]) : []
  })
  return fc.constantFrom('2026-11-27', 'wallet.transfer.failed', 'customer=a&b=c', ...words)
}

/** The server trims what is searched for. */
function trimmed(input: object): object {
  return Object.fromEntries(
    Object.entries(input).map(([key, value]) => [key, typeof value === 'string' ? value.trim() || undefined : value]),
  )
}

test('a pair of metadata filters by it alone, and text that is no pair filters nothing', () => {
  const { read } = LISTS.wallets
  const asked = (metadata: string) => read(new URLSearchParams({ metadata })).input
  expect(asked('customer=c-77')).toMatchObject({ metadata: { customer: 'c-77' }, search: undefined })
  expect(asked('order=a=b&c')).toMatchObject({ metadata: { order: 'a=b&c' } })
  for (const text of ['customer', '=c-77', 'customer=', '__proto__=1', `${'k'.repeat(41)}=1`, `k=${'v'.repeat(501)}`])
    expect(asked(text)).toMatchObject({ metadata: undefined })
})
