import { expect, type Page } from '@playwright/test'
import { stack } from './stack'
import { visit } from './visit'

/** Gives a wallet of the demo cNGN by the button on its page. */
export async function fundByButton(page: Page, walletId: string, amount: string): Promise<void> {
  const { demo } = stack()
  await visit(page, `/projects/${demo.projectId}/wallets/${walletId}`)
  await page.getByRole('button', { name: 'Fund' }).click()
  const funding = page.getByRole('dialog', { name: 'Fund this wallet' })
  await expect(funding.getByRole('combobox', { name: 'Asset' })).toContainText('cNGN')
  await funding.getByLabel('Amount').fill(amount)
  await funding.getByRole('button', { name: 'Fund wallet' }).click()
}
