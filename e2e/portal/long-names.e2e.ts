import { expect, type Page, test } from '@playwright/test'
import { signInAs } from './sign-in-as'
import { expectToast } from './toasts'
import { visitWhole } from './visit'

const NAME = 'Adebayo-Okonkwo International Remittances & Settlement (NG)'
const PHONE = { width: 390, height: 844 }

const DESK = { width: 1440, height: 900 }

/** How many pixels of a table are outside of its frame. */
async function hiddenWidth(page: Page, table: string): Promise<number> {
  const shown = page.getByRole('table', { name: table, exact: true })
  await expect(shown).toContainText(NAME.slice(0, 10))
  return shown.evaluate(({ parentElement: box }) => (box ? box.scrollWidth - box.clientWidth : Number.NaN))
}

test('a business with a long name fits into the lists of operators, on a desk and on a phone', async ({ page }) => {
  await signInAs(page, 'operator', '/operator/businesses')
  await page.getByRole('button', { name: 'Create business' }).click()
  const dialog = page.getByRole('dialog', { name: 'Create a business' })
  await dialog.getByLabel('Name', { exact: true }).fill(NAME)
  await dialog.getByLabel("Owner's name").fill('Oluwaseun Adebayo-Okonkwo Chukwuemeka')
  const domain = 'settlements.adebayo-okonkwo-remittances.example'
  await dialog.getByLabel("Owner's email").fill(`oluwaseun.adebayo-okonkwo.${Date.now()}@${domain}`)
  await dialog.getByRole('button', { name: 'Create business' }).click()
  await expect(page.getByRole('heading', { level: 1, name: NAME })).toBeVisible()
  await page.getByRole('button', { name: 'Credit' }).click()
  const credit = page.getByRole('dialog')
  await credit.getByLabel('Amount').fill('5')
  await credit.getByLabel('Reason').fill('Opening balance')
  await credit.getByRole('button', { name: 'Continue' }).click()
  await page.getByRole('button', { name: 'Credit balance' }).click()
  await expectToast(page, `${NAME} credited with $5.00`)

  for (const [path, table] of [
    ['/operator/ledger', 'Transactions'],
    ['/operator/search?q=Adebayo', 'Found'],
    ['/operator/businesses', 'Businesses'],
  ] as const) {
    for (const size of [DESK, PHONE]) {
      await page.setViewportSize(size)
      await visitWhole(page, path)
      expect.soft(await hiddenWidth(page, table), `${path} at ${size.width} px`).toBe(0)
    }
  }
})
