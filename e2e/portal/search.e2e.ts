import { expect, test } from '@playwright/test'
import { activity } from './make-activity'
import { problemsOf } from './problems-of'
import { forgetSession, signInAs } from './sign-in-as'
import { stack } from './stack'
import { visit } from './visit'

const HASH = /0x[0-9a-f]{64}/

test('support finds what a customer quotes, and the customer can read that they looked', async ({ page, browser }) => {
  const shown = await activity(browser)
  const found = page.getByRole('table', { name: 'Found' })
  const search = async (text: string) => {
    await page.getByRole('searchbox', { name: 'Search all businesses' }).fill(text)
    await page.keyboard.press('Enter')
  }
  await signInAs(page, 'support', '/operator/search')
  await search('No business of this name')
  await expect(page.getByText('Nothing found')).toBeVisible()
  await search('0193a000-0000-7000-8000-0000000000aa')
  await expect(page.getByText('No business has a record with this value')).toBeVisible()
  await search(shown.logId)
  await expect(found).toContainText('Delivery log')
  await found.getByRole('link').first().click()
  await expect(page).toHaveURL(new RegExp(`/events/logs/${shown.logId}$`))
  // The address changes before the page is read.
  await expect(page.getByRole('main')).toContainText(HASH)
  const [hash = ''] = HASH.exec((await page.getByRole('main').textContent()) ?? '') ?? []
  await visit(page, '/operator/search')
  await search(hash)
  await expect(found).toContainText('Delivery log')
  await search(shown.transactionId)
  // The rows of the search before name transactions too.
  await found.locator(`a[href$="/operator/transactions/${shown.transactionId}"]`).first().click()
  await expect(page).toHaveURL(new RegExp(`/operator/transactions/${shown.transactionId}$`))

  await page.context().clearCookies()
  await signInAs(page, 'owner', `/projects/${stack().demo.projectId}/audit?action=project.viewed`)
  await expect(page.getByRole('table', { name: /audit/i })).toContainText('Project viewed by the platform')
})

test('support comes from a person to their business, its records and its project, and back', async ({ page }) => {
  const { demo, signIns } = stack()
  await signInAs(page, 'support', '/operator/people')
  await page.getByRole('searchbox', { name: 'Search people' }).fill(signIns.owner.email)
  await page.keyboard.press('Enter')
  const people = page.getByRole('table', { name: 'People' })
  await expect(people.getByRole('row')).toHaveCount(2)
  await people.getByRole('link', { name: 'Lagoon Pay' }).filter({ visible: true }).first().click()
  await expect(page.getByRole('heading', { level: 1, name: 'Lagoon Pay' })).toBeVisible()
  const records = page.getByRole('navigation', { name: 'Records of the business' })
  await expect(records.getByRole('link', { name: 'Payments' })).toHaveAttribute('href', /businessId=/)
  expect(await problemsOf(page, 'a business')).toEqual([])
  await page.locator(`a[href="/projects/${demo.projectId}"]`).click()
  await expect(page.getByText('You are viewing Lagoon Pay as support.')).toBeVisible()

  await page.keyboard.press('Control+k')
  await page.getByRole('dialog', { name: 'Search' }).getByRole('searchbox').fill('PAY-OTHER')
  await page.getByRole('link', { name: 'Search all businesses for \u201cPAY-OTHER\u201d' }).click()
  await expect(page).toHaveURL(/\/operator\/search\?q=PAY-OTHER/)
  await visit(page, `/operator/mail?to=${encodeURIComponent('nobody@example.test')}`)
  await expect(page.getByText('Nothing matches these filters')).toBeVisible()
})

test('Ctrl-K opens any page by its name and any record by its id, with the keyboard alone', async ({
  page,
  browser,
}) => {
  const shown = await activity(browser)
  const project = `/projects/${stack().demo.projectId}`
  await signInAs(page, 'developer', project)
  const field = page.getByRole('searchbox', { name: 'A page or an action, or a part of an address, reference or name' })
  await page.keyboard.press('Control+k')
  await expect(field).toBeFocused()
  await field.fill('deliv')
  await expect(page.getByRole('dialog').getByRole('link', { name: 'Webhook deliveries' })).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(new RegExp(`${project}/webhooks$`))
  await expect(page.getByRole('dialog')).toBeHidden()

  await page.keyboard.press('Control+k')
  await expect(field).toBeFocused()
  await field.fill(shown.transactionId)
  const hit = page.getByRole('dialog').getByRole('link', { name: /Transaction$/ })
  await expect(hit).toBeVisible()
  expect(await problemsOf(page, 'the palette')).toEqual([])
  await page.keyboard.press('ArrowDown')
  await expect(hit).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(new RegExp(`/transactions/${shown.transactionId}$`))
})

test('Ctrl-K finds actions by the words people use, and records by parts', async ({ page }) => {
  const project = `/projects/${stack().demo.projectId}`
  await signInAs(page, 'developer', project)
  const field = page.getByRole('searchbox', { name: 'A page or an action, or a part of an address, reference or name' })
  await page.keyboard.press('Control+k')
  const dialog = page.getByRole('dialog')
  const expected = {
    fund: /^Fund a wallet/,
    invite: /^Invite a person/,
    docs: /^Documentation/,
    'new project': /^New project/,
    'second factor': /^Sign-in and security/,
    '402': /^Error codes with status 402/,
    lola: /Person$/,
    scale: /^Scale, Wallet, yearly.*Plan subscription$/,
  }
  for (const [text, name] of Object.entries(expected)) {
    await field.fill(text)
    await expect(dialog.getByRole('link', { name }).first()).toBeVisible()
  }
  await field.fill('sign out')
  await dialog.getByRole('button', { name: /^Sign out/ }).click()
  await expect(page).toHaveURL(/\/sign-in(\?|$)/)
  forgetSession('developer')
})
