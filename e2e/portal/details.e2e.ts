import { expect, type Page, test } from '@playwright/test'
import { cutOff } from './cut-off'
import { makeActivity } from './make-activity'
import type { Shown } from './pages'
import { problemsOf } from './problems-of'
import { signInAs } from './sign-in-as'
import { stack } from './stack'

/** Answers are fresh for ten seconds; older ones are asked for again when somebody comes back to the page. */
const PAST_FRESH_MS = 11_000

let shown: Shown

test.beforeAll(async () => {
  shown = await makeActivity()
})

/** Pages that stand on one query which is no list, and its procedure. */
function detailsOf(who: 'owner' | 'operator'): [path: string, procedure: string][] {
  const project = `/projects/${shown.projectId}`
  const business = `/operator/businesses/${shown.businessId}`
  if (who === 'operator') {
    return [
      [business, 'businesses.get'],
      [`${business}/projects/${shown.projectId}`, 'businesses.get'],
      [`/operator/transactions/${shown.transactionId}`, 'lanes.getTransaction'],
      ['/operator/chains', 'chains.listGasHoldings'],
    ]
  }
  return [
    [project, 'projects.getOverview'],
    [`${project}/wallets/${shown.walletId}`, 'wallets.get'],
    [`${project}/transactions/${shown.transactionId}`, 'transactions.get'],
    [`${project}/balance`, 'ledger.getBalance'],
    [`${project}/webhooks/${shown.messageId}`, 'webhooks.get'],
    [`${project}/requests/${shown.refusedRequestId}`, 'requests.get'],
    [`${project}/policy`, 'policies.get'],
    [`${project}/settings`, 'subscriptions.list'],
  ]
}

/** As if somebody looked at something else for a while. */
async function comeBack(page: Page): Promise<void> {
  await page.clock.fastForward(PAST_FRESH_MS)
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange', { bubbles: true })))
}

for (const who of ['owner', 'operator'] as const) {
  test(`a page that cannot be refreshed keeps what it shows and says so: ${who}`, async ({ page }) => {
    test.setTimeout(240_000)
    await page.clock.install()
    await signInAs(page, who)
    for (const [path, procedure] of detailsOf(who)) {
      await page.goto(stack().baseUrl + path, { waitUntil: 'networkidle' })
      const main = page.getByRole('main')
      const before = await main.getByRole('heading').allTextContents()
      const restore = await cutOff(page, procedure)
      await comeBack(page)
      const notice = page.getByRole('status').filter({ hasText: 'This may be out of date' }).first()
      await expect(notice, path).toContainText('Check your connection', { timeout: 20_000 })
      expect(await main.getByRole('heading').allTextContents(), path).toEqual(before)
      expect(await problemsOf(page, `${path} out of date`)).toEqual([])
      await restore()
      await comeBack(page)
      await expect(notice, path).toBeHidden({ timeout: 20_000 })
    }
  })
}
