import { expect, test } from '@playwright/test'
import { answering, startReceiver } from '@/dev/testing/webhook-receiver'
import { signInAs } from './sign-in-as'
import { inspectPage } from './themes'

test('an operator adds an alarm channel, tests it, pauses and removes it', async ({ page }) => {
  const receiver = await startReceiver()
  await signInAs(page, 'operator', '/operator/alarms')
  await page.getByRole('link', { name: 'Channels' }).click()
  await page.getByRole('button', { name: 'Add channel' }).first().click()
  const dialog = page.getByRole('dialog', { name: 'Add an alarm channel' })
  await dialog.getByLabel('Webhook URL').fill('https://10.0.0.1/services/x')
  await dialog.getByLabel('Name').fill('On call')
  await dialog.getByRole('switch', { name: 'Quiet hours' }).click()
  await dialog.getByLabel('Time zone').fill('Lagos')
  await dialog.getByRole('button', { name: 'Add channel' }).click()
  await expect(dialog).toContainText('must be a time zone')
  await dialog.getByLabel('Time zone').fill('Africa/Lagos')
  await dialog.getByRole('button', { name: 'Add channel' }).click()
  await expect(dialog).toContainText('Webhook URL must name a host')
  await dialog.getByLabel('Webhook URL').fill(`${receiver.url}/services/SECRET`)
  await dialog.getByRole('button', { name: 'Add channel' }).click()
  await expect(dialog).toBeHidden()

  const row = page.getByRole('listitem').filter({ hasText: 'On call' })
  await expect(row).toContainText('quiet from 22:00 to 07:00 (Africa/Lagos)')
  await expect(page.getByRole('main')).not.toContainText('SECRET')
  await row.getByRole('button', { name: 'Send a test alarm' }).click()
  await expect(row).toContainText('The test alarm was accepted')
  expect(receiver.visits.map(({ body }) => JSON.parse(body).text)).toContain('Test alarm from Slipway')
  receiver.answer(answering(404, {}, 'no_service'))
  await row.getByRole('button', { name: 'Send a test alarm' }).click()
  await expect(row.getByRole('alert')).toContainText('The destination returned 404: no_service')
  expect(await inspectPage(page, 'alarm channels')).toEqual([])

  await row.getByRole('button', { name: 'Actions for On call' }).click()
  await page.getByRole('menuitem', { name: 'Pause' }).click()
  await expect(row).toContainText('Paused')
  await row.getByRole('button', { name: 'Actions for On call' }).click()
  await page.getByRole('menuitem', { name: 'Remove' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove channel' }).click()
  await expect(row).toHaveCount(0)
  await receiver.close()
})
