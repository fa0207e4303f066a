import { expect, type Page, test } from '@playwright/test'
import { z } from 'zod'
import { connect } from './api'
import { fundWallet } from './fund-wallet'
import { signInAs } from './sign-in-as'
import { stack } from './stack'
import { inspectPage } from './themes'
import { visit } from './visit'

const made = z.array(z.object({ address: z.string() }))

async function choose(page: Page, label: string, option: string | RegExp): Promise<void> {
  await page.getByRole('dialog').getByRole('combobox', { name: label }).click()
  await page.getByRole('option', { name: option }).first().click()
}

test('an owner makes a sweep rule by its form, sees the money move, changes the rule and deletes it', async ({
  page,
}) => {
  const { demo } = stack()
  const problems: string[] = []
  const api = await connect(demo.liveKey)
  const purpose = `JOURNEY-${Date.now()}`
  const newWallet = async (of: string) =>
    made.parse(await api.post('/v1/wallet/hd/generate', { chainType: 'EVM', purpose: of }))[0]?.address ?? ''
  const [source, target] = [await newWallet(purpose), await newWallet('TREASURY')]
  await fundWallet(source)

  await signInAs(page, 'owner', `/projects/${demo.projectId}/sweeps`)
  await page.getByRole('button', { name: 'New sweep rule' }).first().click()
  const dialog = page.getByRole('dialog', { name: 'New sweep rule' })
  await dialog.getByRole('button', { name: 'Create rule' }).click()
  await expect(dialog.getByText('Choose a chain').last()).toBeVisible()
  await choose(page, 'Chain', /Base Sepolia/)
  await choose(page, 'Asset', 'cNGN')
  await dialog.getByLabel('Purpose of the wallets').fill(purpose)
  await dialog.getByLabel('Sweep to').fill(target)
  await dialog.getByLabel('Threshold').fill('50,5')
  await dialog.getByLabel('Keep in wallet').fill('10')
  await dialog.getByRole('button', { name: 'Create rule' }).click()
  await expect(dialog.getByText('Enter an amount such as 250 or 250.50')).toBeVisible()
  problems.push(...(await inspectPage(page, 'the form of a sweep rule', { within: '[role=dialog]' })))
  await dialog.getByLabel('Threshold').fill('50')
  await dialog.getByRole('button', { name: 'Create rule' }).click()
  await expect(dialog).toBeHidden()

  await page.getByRole('link', { name: purpose }).click()
  // Nothing is reloaded: the page follows the rule.
  const sweeps = page.getByRole('table', { name: 'Transactions' })
  await expect(sweeps).toContainText('90')
  await expect(sweeps.getByText('Completed')).toBeVisible()
  await page.getByRole('button', { name: 'Edit' }).click()
  const editing = page.getByRole('dialog', { name: 'Edit sweep rule' })
  await editing.getByLabel('Threshold').fill('60')
  await editing.getByRole('combobox', { name: 'When' }).click()
  await page.getByRole('option', { name: 'Daily at an hour' }).click()
  await editing.getByLabel('Time', { exact: true }).fill('25:00')
  await editing.getByRole('button', { name: 'Save' }).click()
  await expect(editing.getByText('Enter a time such as 22:00')).toBeVisible()
  await editing.getByLabel('Time', { exact: true }).fill('22:30')
  await editing.getByRole('button', { name: 'Save' }).click()
  await expect(editing).toBeHidden()
  await expect(page.getByText('Next run')).toBeVisible()
  await page.getByRole('button', { name: 'Pause' }).click()
  await expect(page.getByText('Paused', { exact: true }).first()).toBeVisible()
  await page.getByRole('button', { name: 'Resume' }).click()
  await expect(page.getByRole('button', { name: 'Pause' })).toBeVisible()
  await page.getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete sweep rule' }).click()
  await expect(page).toHaveURL(/\/sweeps$/)
  await visit(page, `/projects/${demo.projectId}/sweeps`)
  await expect(page.getByRole('link', { name: purpose })).toHaveCount(0)
  expect(problems).toEqual([])
})
