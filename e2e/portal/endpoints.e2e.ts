import { expect, type Route, test } from '@playwright/test'
import { Webhook } from 'standardwebhooks'
import { startReceiver } from '@/dev/testing/webhook-receiver'
import { signInAs } from './sign-in-as'
import { stack } from './stack'
import { expectToast } from './toasts'
import { visit } from './visit'

test('somebody adds a webhook endpoint, tries, pauses, changes and deletes it', async ({ page }) => {
  const receiver = await startReceiver()
  await signInAs(page, 'owner')
  const endpoints = `/projects/${stack().demo.projectId}/endpoints`
  await visit(page, endpoints)
  await page.getByRole('button', { name: 'New endpoint' }).first().click()
  const dialog = page.getByRole('dialog', { name: 'New webhook endpoint' })
  await dialog.getByLabel('URL').fill('http://10.0.0.1/hook')
  await dialog.getByRole('checkbox', { name: 'All of wallet.*' }).click()
  await dialog.getByRole('button', { name: 'Add endpoint' }).click()
  await expect(dialog).toContainText('Choose at least one event')
  await dialog.getByRole('checkbox', { name: 'wallet.sign.failed' }).click()
  await dialog.getByRole('button', { name: 'Add endpoint' }).click()
  await expect(dialog).toContainText('must use https')
  await dialog.getByLabel('URL').fill(receiver.url)
  await dialog.getByRole('button', { name: 'Add endpoint' }).click()
  const secret = page.getByRole('dialog', { name: 'Signing secret' })
  const key = await secret.getByLabel('Signing secret', { exact: true }).inputValue()
  await secret.getByRole('button', { name: 'I have stored it' }).click()
  await expect(secret).toBeHidden()

  await page.getByRole('table', { name: 'Webhook endpoints' }).getByRole('link').first().click()
  await expect(page.getByText('No deliveries yet')).toBeVisible()
  await page.getByRole('button', { name: 'Send test event' }).click()
  await expect(page.getByRole('table', { name: 'Webhook deliveries' })).toContainText('Delivered')
  const [visited] = receiver.visits
  expect(() => new Webhook(key).verify(visited?.body ?? '', visited?.headers ?? {})).not.toThrow()

  // The server pauses it, and its answer is lost.
  const lose = async (route: Route) => {
    await route.fetch()
    await route.abort()
  }
  await page.route('**/api/trpc/webhooks.updateEndpoint*', lose, { times: 1 })
  await page.getByRole('button', { name: 'Pause' }).click()
  await expect(page.getByText('Paused by a member of your business')).toBeVisible()
  await page.getByRole('button', { name: 'Resume' }).click()
  await expectToast(page, 'Endpoint resumed')
  await expect(page.getByText('Paused by a member of your business')).toBeHidden()
  await page.getByRole('button', { name: 'Edit' }).click()
  const edit = page.getByRole('dialog', { name: 'Edit endpoint' })
  await edit.getByRole('checkbox', { name: 'All of wallet.*' }).click()
  await expect(edit.getByRole('checkbox', { name: /^wallet\./ })).toHaveCount(0)
  await edit.getByRole('button', { name: 'Save' }).click()
  await expect(edit).toBeHidden()
  await expect(page.getByRole('main')).toContainText('wallet.*')
  await page.getByRole('button', { name: 'Rotate secret' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Rotate secret' }).click()
  await expect(secret.getByLabel('Signing secret', { exact: true })).not.toHaveValue(key)
  await secret.getByRole('button', { name: 'I have stored it' }).click()
  await expect(secret).toBeHidden()

  await page.getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('alertdialog').getByRole('textbox').fill('delete')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete endpoint' }).click()
  await expectToast(page, 'Endpoint deleted')
  await expect(page).toHaveURL(new RegExp(`${endpoints}$`))
  await receiver.close()
})
