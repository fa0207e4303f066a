import { expect, test } from '@playwright/test'
import { answering, startReceiver } from '@/dev/testing/webhook-receiver'
import { signInAs } from './sign-in-as'
import { stack } from './stack'
import { inspectPage } from './themes'
import { expectToast } from './toasts'
import { visit } from './visit'

test('a developer tries a receiver, finds what failed by its URL and recovers it', async ({ page }) => {
  const { demo } = stack()
  const receiver = await startReceiver()
  const url = `${receiver.url}/tried`
  const deliveries = page.getByRole('table', { name: 'Webhook deliveries' })
  // Gone: the only answer that ends a message at once.
  receiver.answer(answering(410))

  await signInAs(page, 'developer', `/projects/${demo.projectId}/webhooks`)
  await page.getByRole('button', { name: 'Send test event' }).click()
  const dialog = page.getByRole('dialog', { name: 'Send a test event' })
  await dialog.getByLabel('URL').fill('https://10.0.0.1/hook')
  await dialog.getByRole('button', { name: 'Send' }).click()
  await expect(dialog).toContainText('must name a host, not an IP address')
  await dialog.getByLabel('URL').fill(url)
  await dialog.getByRole('button', { name: 'Send' }).click()
  await expect(page.getByText('Attempt 1')).toBeVisible()
  await expect(page.getByText('Failed').first()).toBeVisible()

  await visit(page, `/projects/${demo.projectId}/webhooks`)
  await page.getByRole('searchbox', { name: 'Search deliveries' }).fill('nothing-has-this')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Nothing matches these filters')).toBeVisible()
  await page.getByRole('searchbox', { name: 'Search deliveries' }).fill(new URL(url).host)
  await page.keyboard.press('Enter')
  await expect(deliveries.getByRole('row')).toHaveCount(2)
  await expect(deliveries).toContainText('webhook.test')

  receiver.answer(answering(200))
  await page.getByRole('button', { name: 'Recover failed' }).click()
  const recovery = page.getByRole('alertdialog', { name: 'Resend failed deliveries?' })
  await expect(recovery).toContainText(new URL(url).host)
  const period = recovery.getByRole('combobox', { name: 'Failed deliveries of' })
  await period.click()
  await page.getByRole('option', { name: 'Since a specific time' }).click()
  await expect(period).toContainText('Since a specific time')
  await recovery.getByLabel('Since').fill('2099-01-01T00:00')
  await expect(recovery).toContainText('No failed deliveries in this period')
  await recovery.getByLabel('Since').fill('2020-01-01T00:00')
  await expect(recovery).toContainText('1 delivery failed and will be resent')
  await recovery.getByRole('button', { name: 'Send again' }).click()
  await expectToast(page, '1 delivery queued again')
  await expect(deliveries).toContainText('Delivered')
  await receiver.close()
})

test('a developer without a server sends a test event to the test destination and reads how to verify it', async ({
  page,
}) => {
  await signInAs(page, 'developer', `/projects/${stack().demo.projectId}/webhooks`)
  await page.getByRole('button', { name: 'Send test event' }).click()
  const dialog = page.getByRole('dialog', { name: 'Send a test event' })
  await dialog.getByRole('button', { name: 'Use the test destination' }).click()
  await expect(dialog.getByLabel('URL')).toHaveValue(/\/api\/test-destination$/)
  await dialog.getByRole('button', { name: 'Send' }).click()
  await expect(page.getByText('The page of this delivery in the portal shows how to verify it.')).toBeVisible()
  await expect(page.getByText('Delivered', { exact: true }).first()).toBeVisible()
  const check = page.locator('section').filter({ has: page.getByRole('heading', { name: 'Signature check' }) })
  await expect(check.getByText('Valid', { exact: true })).toBeVisible()
  await expect(check.getByLabel('Matches:')).toHaveCount(1)
  expect.soft(await inspectPage(page, 'a checked signature')).toEqual([])
})
