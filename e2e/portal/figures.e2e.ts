import { expect, type Page, test } from '@playwright/test'
import { activity } from './make-activity'
import { takeSession } from './sign-in-as'
import { stack } from './stack'
import { inspectPage } from './themes'
import { untilWhole, visitWhole } from './visit'

const DAYS = 'from=\\d{4}-\\d{2}-\\d{2}&to=\\d{4}-\\d{2}-\\d{2}'
const HOUR = 'from=\\d{4}-\\d{2}-\\d{2}T\\d{2}:00Z'

test('the figures of a home lead to the lists that they count', async ({ page, browser }) => {
  const { projectId } = await activity(browser)
  const home = `/projects/${projectId}`
  await takeSession(page, 'owner')
  for (const [figure, target] of [
    ['In', `/deposits\\?${DAYS}$`],
    ['Out', `/transactions\\?${DAYS}&status=COMPLETED$`],
    ['Fees', `/balance/statement\\?${DAYS}$`],
    ['Success rate', `/transactions\\?${DAYS}&status=FAILED$`],
    ['Held for pending transactions', '/balance\\?kind=hold$'],
  ] as const) {
    await visitWhole(page, home)
    await comeNearCharts(page)
    const name = page.getByRole('term').filter({ hasText: new RegExp(`^${figure}$`) })
    await name.locator('xpath=..').getByRole('link').click()
    await expect(page).toHaveURL(new RegExp(home + target))
  }
  await expect(page.getByRole('heading', { level: 1, name: 'Balance' })).toBeVisible()
})

test('the charts of a home are in order once a reader comes near them', async ({ page, browser }) => {
  const { projectId } = await activity(browser)
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await takeSession(page, 'owner')
  await visitWhole(page, `/projects/${projectId}`)
  await comeNearCharts(page)
  expect(await inspectPage(page, 'the charts of a home')).toEqual([])
})

async function comeNearCharts(page: Page): Promise<void> {
  await page.locator('[data-when-near]').evaluateAll(([place]) => place?.scrollIntoView())
  await expect(page.locator('[data-when-near]')).toHaveCount(0)
  await untilWhole(page)
}

test('a share of the wall leads to its projects, and each of these to the rows it counts', async ({
  page,
  browser,
}) => {
  await activity(browser)
  const { projectId } = stack().demo
  await takeSession(page, 'operator')
  await visitWhole(page, '/operator')
  await page.getByRole('link', { name: /^Transactions succeeded/ }).click()
  await expect(page).toHaveURL(/#by-project$/)
  const row = page
    .getByRole('table', { name: 'Projects of the last 24 hours' })
    .getByRole('row')
    .filter({ has: page.locator(`a[href="/projects/${projectId}"]`) })
  await expect(row).toBeInViewport()
  await row.getByRole('link', { name: / of / }).first().click()
  await expect(page).toHaveURL(new RegExp(`/projects/${projectId}/transactions\\?${HOUR}&status=FAILED$`))
  await expect(page.getByRole('table', { name: 'Transactions' })).toContainText('Failed')

  await visitWhole(page, '/operator')
  await row.getByRole('link', { name: / of / }).last().click()
  await expect(page).toHaveURL(new RegExp(`/projects/${projectId}/requests\\?${HOUR}&outcome=error$`))
  const calls = page.getByRole('table', { name: 'Requests' })
  await expect(calls).toContainText('422')
  await expect(calls.getByText('200', { exact: true })).toHaveCount(0)
})

test('a transaction leads to its wallets and to the request that made it, for its owner and for support', async ({
  page,
  browser,
}) => {
  const { projectId, transactionId, depositId } = await activity(browser)
  const project = `/projects/${projectId}`
  const factsOf = (name: string) =>
    page
      .getByRole('term')
      .filter({ hasText: new RegExp(`^${name}$`) })
      .locator('xpath=..')
      .getByRole('link')
  for (const who of ['owner', 'support'] as const) {
    await takeSession(page, who)
    await visitWhole(page, `${project}/transactions/${transactionId}`)
    await expect(factsOf('From')).toHaveText(/^Wallet \d+$/)
    await factsOf('To').click()
    await expect(page).toHaveURL(new RegExp(`${project}/wallets/`))
    await page.goBack()
    await factsOf('Request').click()
    await expect(page).toHaveURL(new RegExp(`${project}/requests/`))
    await visitWhole(page, `${project}/deposits/${depositId}`)
    await factsOf('To').click()
    await expect(page).toHaveURL(new RegExp(`${project}/wallets/`))
    await page.context().clearCookies()
  }
})

test('a statement is of this month or of the last one by one press', async ({ page }) => {
  await takeSession(page, 'owner')
  await visitWhole(page, `/projects/${stack().demo.projectId}/balance/statement`)
  const [thisMonth, lastMonth] = [/^This month$/, /^Last month$/].map((name) => page.getByRole('button', { name }))
  if (!thisMonth || !lastMonth) throw new Error('there are two months')
  await expect(thisMonth).toHaveAttribute('aria-pressed', 'true')
  const today = await page.getByLabel('To day (UTC)').inputValue()
  const end = new Date(Date.parse(`${today.slice(0, 7)}-01`) - 86_400_000).toISOString().slice(0, 10)
  await lastMonth.click()
  await expect(page).toHaveURL(new RegExp(`from=${end.slice(0, 7)}-01&to=${end}$`))
  await expect(page.getByLabel('From day (UTC)')).toHaveValue(`${end.slice(0, 7)}-01`)
  await expect(lastMonth).toHaveAttribute('aria-pressed', 'true')
  await expect(thisMonth).toHaveAttribute('aria-pressed', 'false')
  await thisMonth.click()
  await expect(page).toHaveURL(/\/statement$/)
  await expect(page.getByLabel('To day (UTC)')).toHaveValue(today)
})

test('a line of the statement leads to its payment by the whole reference', async ({ page, browser }) => {
  const { projectId } = await activity(browser)
  await takeSession(page, 'owner')
  await visitWhole(page, `/projects/${projectId}/balance/statement`)
  const reference = page
    .getByRole('table', { name: 'Transactions of the period' })
    .getByRole('link', { name: /^PAY-\w+$/ })
  const name = (await reference.first().textContent()) ?? ''
  await reference.first().click()
  await expect(page).toHaveURL(/\/payments\/[0-9a-f-]{36}$/)
  await expect(page.getByText(name).first()).toBeVisible()
})
