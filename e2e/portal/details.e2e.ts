import { expect, type Page, test } from '@playwright/test'
import { isLongProof } from '@/server/testing/proof'
import { blockProcedure } from './block-procedure'
import { activity } from './make-activity'
import type { RecordIds } from './pages'
import { problemsOf } from './problems-of'
import { takeSession } from './sign-in-as'
import { STAND_INS, visit } from './visit'

// For workers to share.
test.describe.configure({ mode: 'parallel' })

/** Answers are fresh for ten seconds; older ones are loaded again when a person comes back to the page. */
const PAST_FRESH_MS = 11_000
/** Short: each return also passes the pauses between the tries of a request. */
const RETURN_EVERY_MS = 500

let shown: RecordIds

test.beforeAll(async ({ browser }) => {
  shown = await activity(browser)
})

type Detail = [path: string, procedure: string]

/** Pages that stand on one query which is no list, and its procedure: whole pages, cards, tables and a form. */
function detailsOf(who: 'owner' | 'operator'): Detail[] {
  const project = `/projects/${shown.projectId}`
  const business = `/operator/businesses/${shown.businessId}`
  if (who === 'operator') {
    return [
      [business, 'businesses.get'],
      ['/operator/chains', 'chains.listGasHoldings'],
    ]
  }
  return [
    [project, 'projects.getOverview'],
    [`${project}/wallets/${shown.walletId}`, 'wallets.get'],
    [`${project}/policy`, 'policies.get'],
    [`${project}/settings`, 'subscriptions.list'],
  ]
}

/** Those of the same parts (`query-parts.test.ts`). */
function moreDetailsOf(who: 'owner' | 'operator'): Detail[] {
  const project = `/projects/${shown.projectId}`
  const business = `/operator/businesses/${shown.businessId}`
  if (who === 'operator') {
    return [
      [`${business}/projects/${shown.projectId}`, 'businesses.get'],
      [`/operator/transactions/${shown.transactionId}`, 'lanes.getTransaction'],
    ]
  }
  return [
    [`${project}/transactions/${shown.transactionId}`, 'transactions.get'],
    [`${project}/deposits/${shown.depositId}`, 'deposits.get'],
    [`${project}/sweeps/${shown.sweepRuleId}`, 'sweeps.get'],
    [`${project}/tokens/${shown.tokenId}`, 'tokens.get'],
    [`${project}/balance`, 'ledger.getBalance'],
    [`${project}/events/${shown.subscriptionId}`, 'indexer.getSubscription'],
    [`${project}/endpoints/${shown.endpointId}`, 'webhooks.getEndpoint'],
    [`${project}/events/logs/${shown.logId}`, 'indexer.getLog'],
    [`${project}/webhooks/${shown.messageId}`, 'webhooks.get'],
    [`${project}/requests/${shown.refusedRequestId}`, 'requests.get'],
  ]
}

/**
 * Leaves and comes back to the page until it shows what is expected: an answer from before the outage may still arrive,
 * and a return during a request starts no other.
 */
async function comeBackUntil(page: Page, shows: () => Promise<void>): Promise<void> {
  await expect(async () => {
    await page.clock.fastForward(PAST_FRESH_MS)
    await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange', { bubbles: true })))
    await shows()
  }).toPass()
}

for (const who of ['owner', 'operator'] as const) {
  test(`a page that cannot be refreshed keeps what it shows and says so: ${who}`, async ({ page }) => {
    await page.clock.install()
    await takeSession(page, who)
    const details = isLongProof ? [...detailsOf(who), ...moreDetailsOf(who)] : detailsOf(who)
    for (const [path, procedure] of details) {
      await visit(page, path)
      const main = page.getByRole('main')
      await expect(main.getByRole('heading', { level: 1 }), path).toBeVisible()
      // Every grey stand-in has made room for an answer: what was never loaded cannot be out of date.
      await expect(main.locator(STAND_INS), path).toHaveCount(0)
      const before = await main.getByRole('heading').allTextContents()
      const restore = await blockProcedure(page, procedure)
      const notice = page.getByRole('status').filter({ hasText: 'This may be out of date' }).first()
      await comeBackUntil(page, () =>
        expect(notice, path).toContainText('Check your connection', { timeout: RETURN_EVERY_MS }),
      )
      expect(await main.getByRole('heading').allTextContents(), path).toEqual(before)
      expect(await problemsOf(page, `${path} out of date`)).toEqual([])
      await restore()
      await comeBackUntil(page, () => expect(notice, path).toBeHidden({ timeout: RETURN_EVERY_MS }))
    }
  })
}
