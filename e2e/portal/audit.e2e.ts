import { expect, test } from '@playwright/test'
import { problemsOf } from './problems-of'
import { signInAs } from './sign-in-as'
import { stack } from './stack'

test('an owner reads what happened, visits of the platform too, and verifies the chain', async ({ page }) => {
  const { demo } = stack()
  await signInAs(page, 'support', `/projects/${demo.projectId}`)
  const menu = page.getByRole('navigation', { name: 'Main' })
  await expect(menu.getByRole('link', { name: 'Wallets' })).toBeVisible()
  await expect(menu.getByRole('link', { name: 'Audit' })).toHaveCount(0)
  await page.context().clearCookies()

  await signInAs(page, 'owner', `/projects/${demo.projectId}`)
  await page.getByRole('navigation', { name: 'Main' }).getByText('Security').click()
  await page.getByRole('link', { name: 'Audit' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Audit' })).toBeVisible()
  await expect(page.getByRole('row', { name: /Project viewed by the platform.*\(support\)/ }).first()).toBeVisible()
  const visit = page.getByRole('row', { name: /Project viewed by the platform.*\(support\)/ }).first()
  await expect(visit.getByText('Role: support').filter({ visible: true })).toBeVisible()
  await visit.getByText('JSON').filter({ visible: true }).click()
  await expect(visit.locator('pre').filter({ visible: true })).toContainText('"role": "support"')
  await page.getByRole('button', { name: 'Verify chain' }).click()
  await expect(page.getByText('The chain is intact')).toBeVisible()
  expect(await problemsOf(page, 'owner audit')).toEqual([])

  await page.getByRole('combobox', { name: 'Action' }).click()
  await page.getByRole('option', { name: 'Project viewed by the platform' }).click()
  await expect(page).toHaveURL(/action=project\.viewed/)
  await page.getByRole('button', { name: /^More filters/ }).click()
  const dialog = page.getByRole('dialog', { name: 'More filters' })
  await dialog.getByRole('button', { name: 'Set times of day' }).click()
  await dialog.getByLabel('Until time (UTC)').fill('2026-11-21T10:45')
  await expect(page).toHaveURL(/to=2026-11-21T10:45Z/)
  await expect(page.getByText('Nothing matches these filters')).toBeVisible()
})

test("an operator reads the platform's log and a customer's", async ({ page }) => {
  await signInAs(page, 'operator', '/operator/businesses')
  await page.getByRole('link', { name: 'Audit' }).click()
  await page.getByRole('button', { name: 'Verify chain' }).click()
  await expect(page.getByText('The chain is intact')).toBeVisible()
  await page.getByRole('combobox', { name: 'Log of' }).click()
  await page.getByRole('option', { name: 'Lagoon Pay' }).click()
  await expect(page).toHaveURL(/businessId=/)
  await expect(page.getByRole('cell', { name: 'Project viewed by the platform' }).first()).toBeVisible()
  // The result for one chain is not shown for another one.
  await expect(page.getByText('The chain is intact')).toHaveCount(0)
  expect(await problemsOf(page, 'operator audit')).toEqual([])
})
