import { expect, test } from 'vitest'
import { readSource, sourcesIn } from '@/dev/testing/sources'

/**
 * They keep what is known when a refresh fails, and say so: `lists.e2e.ts` and `details.e2e.ts` look at one of each
 * kind.
 */
const PARTS = /from '(@\/components|\.)\/(table\/)?(query-(table|list|content|page)|out-of-date|known-data)'/

/** Files whose answers fill a form, a badge or a button, or which hand the query on to one of the parts. */
const WITHOUT_PARTS = [
  'approvals/pending-badge.tsx',
  'audit/operator-audit.tsx',
  'audit/project-audit.tsx',
  'billing/subscription-history.tsx',
  'chains/add-token-form.tsx',
  'chains/chain-notices.tsx',
  'chains/edit-chain-form.tsx',
  'chains/use-chain-offer.ts',
  'chains/use-chains.ts',
  'engine/alarm-count.tsx',
  'engine/job-notices.tsx',
  'engine/open-alarms.tsx',
  'engine/work-faults.tsx',
  'exceptions/exception-count.tsx',
  'indexer/recover-events-form.tsx',
  'indexer/replay-estimate.tsx',
  'keys/filter-key.tsx',
  'keys/issued-keys.tsx',
  'keys/rotate-project-keys.tsx',
  'ledger/gas-ledger.tsx',
  'notices/notice-badge.tsx',
  'payments/decide-exception-form.tsx',
  'payments/deposit-token-form.tsx',
  'payments/deposit-token-page.tsx',
  'payments/top-up-form.tsx',
  'people/invite-person-form.tsx',
  'people/link-gate.tsx',
  'people/proof-form.tsx',
  'people/use-platform-shortfall.ts',
  'plans/project-subscriptions.tsx',
  'policies/sole-owner-warning.tsx',
  'prices/set-feed-form.tsx',
  'projects/end-waiting.tsx',
  'projects/first-call.tsx',
  'projects/start-free-plan.tsx',
  'projects/use-role-shortfall.ts',
  'rates/rate-pages.tsx',
  'screening/platform-screening.tsx',
  'screening/project-screening.tsx',
  'screening/screening-list-card.tsx',
  'search/palette-dialog.tsx',
  'search/search-page.tsx',
  'seed-exports/business-seed-export.tsx',
  'seed-exports/own-seed-export.tsx',
  'sponsorship/business-gas-budgets.tsx',
  'sponsorship/project-gas-budgets.tsx',
  'tokens/issue-review.tsx',
  'transactions/add-test-funds.tsx',
  'transactions/approvers.tsx',
  'transactions/batch-progress.tsx',
  'transactions/choose-wallet.tsx',
  'transactions/recipient-field.tsx',
  'transactions/send-preview.tsx',
  'transactions/share-transaction-dialog.tsx',
  'transactions/shared-transaction.tsx',
  'transactions/use-funds.ts',
  'transactions/use-send-facts.ts',
  'transactions/usual-time-text.tsx',
  'views/saved-views.tsx',
  'wallets/bind-wallet-form.tsx',
  'wallets/bound-wallet-badge.tsx',
  'wallets/fund-wallet.tsx',
  'wallets/use-wallet-values.tsx',
  'webhooks/recover-messages-form.tsx',
].map((file) => `components/${file}`)

const files = sourcesIn('components').filter((file) => /\.tsx?$/.test(file) && !file.includes('.test.'))

test('whatever shows the answer of a query shows it through one of the shared parts', () => {
  const asking = files.filter((file) => /\buse(Suspense)?Query\(/.test(readSource(file)))
  expect(asking.length).toBeGreaterThan(90)
  expect(asking.filter((file) => !PARTS.test(readSource(file))).toSorted()).toEqual(WITHOUT_PARTS)
})

test('filters stand above their list whatever the query says', () => {
  const filtered = files.filter((file) => readSource(file).includes('<FilterBar'))
  expect(filtered.length).toBeGreaterThan(15)
  const wrong = filtered.filter((file) => {
    const source = readSource(file)
    const bar = source.indexOf('<FilterBar')
    const start = source.lastIndexOf('\nexport function', bar)
    const before = source.slice(start, bar)
    // One way out, which holds the filters; and they are no child of what a failed query replaces.
    return (
      (before.match(/\breturn\b/g) ?? []).length !== 1 ||
      /<Query(Table|List|Content|Page)\b|\.data \?|isError/.test(before)
    )
  })
  expect(wrong).toEqual([])
})

test('the page of a list is read from the address by one rule', () => {
  const paged = files.filter((file) => /\bpage: parse|useQueryState\('page'/.test(readSource(file)))
  expect(paged.length).toBeGreaterThan(15)
  expect(
    paged.filter((file) => !/\bpage: parseAsPage\b|useQueryState\('page', parseAsPage\)/.test(readSource(file))),
  ).toEqual([])
})

test('cells hide by the width of their table, as its columns do', () => {
  const tables = files.filter((file) => readSource(file).includes('TableColumn<'))
  expect(tables.length).toBeGreaterThan(30)
  const byWindow = /["' ](max-)?(sm|md|lg|xl|2xl):/
  expect(tables.filter((file) => byWindow.test(readSource(file)))).toEqual([])
})
