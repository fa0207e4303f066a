import { expect, type Locator, type Page, test } from '@playwright/test'
import { mutationsOf } from './portal-queries'
import { signInAs, takeSession } from './sign-in-as'
import { stack } from './stack'
import { visit } from './visit'

const stepOf = (page: Page) => page.getByRole('list', { name: 'Steps' }).locator('[aria-current=step]')
const goOn = (page: Page) => page.getByRole('button', { name: 'Continue' }).click()
const ticker = (page: Page) => page.getByRole('textbox', { name: 'Ticker' })

async function fillAsset(page: Page): Promise<void> {
  await visit(page, `/projects/${stack().demo.projectId}/tokens/new`)
  await ticker(page).fill('UNREAD')
  await page.getByRole('textbox', { name: 'Name' }).fill('A fund that nobody issues')
  await page.getByRole('textbox', { name: 'Issue price' }).fill('1')
  await page.getByRole('combobox', { name: 'Type' }).click()
  await page.getByRole('option', { name: 'Plain asset' }).click()
}

/** The second half of a double click whose first half brought what is now under the pointer. */
async function clickAgain(page: Page, button: Locator): Promise<void> {
  await button.hover()
  await page.mouse.down({ clickCount: 2 })
  await page.mouse.up({ clickCount: 2 })
}

test('a double click that leads to the review does not issue what nobody has read', async ({ page }) => {
  await takeSession(page, 'owner')
  await fillAsset(page)
  const sent = mutationsOf(page)
  await goOn(page)
  await expect(stepOf(page)).toContainText('Limits')
  await goOn(page)
  await expect(stepOf(page)).toContainText('Review')
  await clickAgain(page, page.getByRole('button', { name: 'Issue token' }))
  await page.getByRole('button', { name: 'Back' }).click()
  await expect(stepOf(page)).toContainText('Limits')
  expect(sent).toEqual([])
})

test('the way back leads to the step before, a reload asks first, and what was typed stays', async ({ page }) => {
  await signInAs(page, 'owner', `/projects/${stack().demo.projectId}/tokens`)
  await fillAsset(page)
  await goOn(page)
  await expect(stepOf(page)).toContainText('Limits')
  await goOn(page)
  await expect(stepOf(page)).toContainText('Review')
  await page.goBack()
  await expect(stepOf(page)).toContainText('Limits')
  const asked = page.waitForEvent('dialog')
  await page.evaluate(() => void setTimeout(() => location.reload()))
  const question = await asked
  expect(question.type()).toBe('beforeunload')
  await question.dismiss()
  await page.goBack()
  await expect(stepOf(page)).toContainText('Asset')
  await expect(ticker(page)).toHaveValue('UNREAD')
  // From the first step it leads where it led before.
  await page.goBack()
  await expect(page).toHaveURL(/\/tokens$/)
})

test('each step is where the eyes and the keyboard are', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 600 })
  await takeSession(page, 'owner')
  await fillAsset(page)
  await goOn(page)
  await expect(page.getByRole('region', { name: 'Limits' })).toBeFocused()
  await expect(page.getByRole('list', { name: 'Steps' })).toBeInViewport()
})

test('what the chain of the token cannot do is said where it is asked', async ({ page }) => {
  await takeSession(page, 'owner')
  await fillAsset(page)
  await page.getByRole('textbox', { name: 'Token admin' }).fill('0x12')
  await goOn(page)
  await expect(page.getByText('Enter an EVM address (its checksum must match)')).toBeVisible()
  await page.getByRole('textbox', { name: 'Token admin' }).fill('')
  await page.getByRole('combobox', { name: 'Chain' }).click()
  await page.getByRole('option', { name: 'Solana Devnet' }).click()
  await goOn(page)
  await expect(stepOf(page)).toContainText('Limits')
  await page.getByRole('textbox').first().fill('5')
  await goOn(page)
  await expect(page.getByText('Must be 0: tokens on Solana have no such limit')).toBeVisible()
})

test('each chain says its network, and the network switch narrows the choice', async ({ page }) => {
  const { baseUrl, demo } = stack()
  await takeSession(page, 'owner')
  const chains = async () => {
    await visit(page, `/projects/${demo.projectId}/tokens/new`)
    await page.getByRole('combobox', { name: 'Chain' }).click()
    const options = page.getByRole('option')
    await expect(options.first()).toBeVisible()
    return options.allTextContents()
  }
  const all = await chains()
  expect(all.filter((name) => !/mainnet|testnet/.test(name))).toEqual([])
  // Nothing of the demo is on a mainnet.
  expect(all[0]).toContain('testnet')
  await page.context().addCookies([{ name: 'slipway-networks', value: 'TESTNET', url: baseUrl }])
  expect(await chains()).toEqual(all.filter((name) => name.includes('testnet')))
  await page.context().clearCookies({ name: 'slipway-networks' })
})
