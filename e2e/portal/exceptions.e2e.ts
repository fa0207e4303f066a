import { expect, type Page, test } from '@playwright/test'
import { signInAs } from './sign-in-as'
import { stack } from './stack'
import { inspectPage } from './themes'
import { expectToast } from './toasts'
import { visit } from './visit'

/** Naira to a number that is no account of ours. */
async function sendToNobody(naira: string): Promise<void> {
  const { bank } = stack()
  if (!bank) throw new Error('the stack has no bank')
  const body = JSON.stringify({ accountNumber: '0000000007', amount: naira })
  const sent = await fetch(`${bank.url}/transfers`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body,
  })
  expect(sent.status).toBe(201)
}

const rows = (page: Page) => page.getByRole('table', { name: 'Exceptions' }).getByRole('row')
const rowOf = (page: Page, text: string | RegExp) => rows(page).filter({ hasText: text })

async function ignore(page: Page, naira: string): Promise<void> {
  await rowOf(page, naira)
    .getByRole('button', { name: /^Resolve / })
    .click()
  const deciding = page.getByRole('dialog', { name: `Resolve ₦${naira}` })
  await deciding.getByRole('combobox', { name: 'Decision' }).click()
  await page.getByRole('option', { name: 'Ignore' }).click()
  await deciding.getByLabel('Reason').fill('The bank took it back')
  await deciding.getByRole('button', { name: 'Resolve' }).click()
}

test('an operator finds money without an account among the exceptions and decides about it', async ({ page }) => {
  const problems: string[] = []
  await sendToNobody('2345')
  await sendToNobody('1500000')
  await signInAs(page, 'operator', '/operator')
  await page.getByRole('link', { name: 'Open exceptions' }).click()
  await expect(page).toHaveURL(/\/operator\/exceptions$/)
  await expect(rowOf(page, 'Event without an account').first()).toContainText('account that is not ours')
  const badge = page.getByRole('link', { name: /^Exceptions/ }).filter({ visible: true })
  await expect(badge).toContainText(/\d/)
  await rowOf(page, 'Event without an account').first().getByRole('button', { name: 'Compare now' }).click()

  await expect(rowOf(page, '₦1,500,000')).toContainText('Unassigned payment')
  await expect(rowOf(page, '₦2,345')).toContainText('Sandbox bank received it for an account that is not ours.')
  await expect(rowOf(page, 'Event without an account')).toHaveCount(0)
  problems.push(...(await inspectPage(page, 'exceptions')))

  // Below the limit one operator is enough.
  await ignore(page, '2,345')
  await expectToast(page, 'Resolved')
  await expect(rowOf(page, '₦2,345')).toHaveCount(0)
  await ignore(page, '1,500,000')
  await expectToast(page, 'A second person has to approve it')
  await expect(rowOf(page, '₦1,500,000')).toContainText(/Proposed by .+: ignore it/)
  problems.push(...(await inspectPage(page, 'exceptions with a proposal')))
  await rowOf(page, '₦1,500,000')
    .getByRole('button', { name: /^Resolve / })
    .click()
  const again = page.getByRole('dialog', { name: 'Resolve ₦1,500,000' })
  await again.getByLabel('Reason').fill('I decide it alone')
  await again.getByRole('button', { name: 'Resolve' }).click()
  await expect(again.getByRole('alert')).toContainText('Another person has to approve')
  problems.push(...(await inspectPage(page, 'an exception decided twice', { within: '[role=dialog]' })))
  await again.getByRole('button', { name: 'Cancel' }).click()

  await page.getByRole('combobox', { name: 'Kind' }).click()
  await page.getByRole('option', { name: 'Flagged deposit' }).click()
  await expect(page.getByText('Nothing matches these filters')).toBeVisible()
  await page.getByRole('button', { name: 'Clear filters' }).click()
  await page.getByRole('searchbox', { name: 'Search exceptions' }).fill('sandbox')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/search=sandbox/)
  await expect(rowOf(page, '₦1,500,000')).toBeVisible()
  const href = (await page.getByRole('link', { name: 'CSV' }).getAttribute('href')) ?? ''
  const file = await page.request.get(stack().baseUrl + href)
  expect(await file.text()).toMatch(/Unassigned payment,1500000,NGN,.*for an account that is not ours/)
  expect(problems).toEqual([])
})

test('support reads the exceptions and decides nothing; others do not find them', async ({ page }) => {
  await sendToNobody('3456')
  await signInAs(page, 'support', '/operator/exceptions')
  await expect(rows(page).nth(1)).toBeVisible()
  const buttons = rows(page).getByRole('button', { name: /^(Resolve|Compare|Ignore)/ })
  expect(await buttons.count()).toBeGreaterThan(0)
  for (const button of await buttons.all()) await expect(button).toBeDisabled()
  await signInAs(page, 'owner')
  const file = await page.request.get(`${stack().baseUrl}/operator/exceptions/csv`)
  expect(file.status()).toBe(404)
  await visit(page, '/operator/exceptions')
  await expect(page.getByRole('table', { name: 'Exceptions' })).toHaveCount(0)
})
