import { expect, type Page, test } from '@playwright/test'
import { z } from 'zod'
import { connect } from './api'
import { signInAs } from './sign-in-as'
import { stack } from './stack'
import { startProject } from './start-project'
import { inspectPage } from './themes'
import { untilListening, untilWhole, visit } from './visit'

const listed = z.object({ items: z.array(z.object({ id: z.uuid() })) })

/** The sandbox bank in another tab, where a customer pays by hand. */
async function openBank(page: Page) {
  const url = stack().bank?.url
  if (!url) throw new Error('the stack has no bank')
  const bank = await page.context().newPage()
  await bank.emulateMedia({ reducedMotion: 'reduce' })
  const of = (accountNumber: string) => bank.getByRole('region', { name: `Account ${accountNumber}` })
  return {
    async press(accountNumber: string, button: string) {
      await bank.goto(url)
      await of(accountNumber).getByRole('button', { name: button, exact: true }).click()
      await expect(bank.getByRole('status')).toContainText('Done')
    },
    async send(accountNumber: string, naira: string) {
      await bank.goto(url)
      await of(accountNumber).getByRole('textbox', { name: 'Naira' }).fill(naira)
      await of(accountNumber).getByRole('button', { name: 'Send this amount' }).click()
      await expect(bank.getByRole('status')).toContainText('Sent')
    },
  }
}

/** The number of the bank account that the page of a payment shows. */
async function accountNumberOn(page: Page): Promise<string> {
  const number = page.getByText(/^\d{10}$/)
  await expect(number).toBeVisible()
  return (await number.textContent()) ?? ''
}

const timelineOf = (page: Page) => page.getByRole('list', { name: 'Timeline of the payment' })
const unpaid = (page: Page) => page.getByRole('timer')

test('a business takes a plan, pays for a dearer one at its bank in two parts, and may do more at once', async ({
  page,
  browser,
}) => {
  const problems: string[] = []
  const { projectId, liveKey } = await startProject(await (await browser.newContext()).newPage())
  const bank = await openBank(page)
  await signInAs(page, 'owner', `/projects/${projectId}/plans`)
  await expect(page.getByRole('button', { name: 'Choose plan: Wallet Growth' })).toBeVisible()
  problems.push(...(await inspectPage(page, 'plans of a new project')))

  await page.getByRole('button', { name: 'Choose plan: Wallet Free' }).click()
  const taking = page.getByRole('dialog', { name: 'Wallet Free, monthly' })
  await taking.getByRole('button', { name: 'Start plan' }).click()
  await expect(page.getByText('Current', { exact: true })).toHaveCount(1)

  const api = await connect(liveKey)
  await expect
    .poll(async () => (await api.attempt('/v1/wallet/hd/generate', { chainType: 'EVM', count: 1 })).code)
    .toBe(201)
  const [wallet] = listed.parse(await api.get('/v1/wallet/hd')).items
  if (!wallet) throw new Error('a wallet was asked for')
  const deactivate = () => api.attempt(`/v1/wallet/hd/deactivate/${wallet.id}`, {})
  expect(await deactivate()).toMatchObject({ code: 403, message: 'Capability wallet.hd.deactivate not granted' })

  await page.getByRole('button', { name: 'Change to this plan: Wallet Growth' }).click()
  const buying = page.getByRole('dialog', { name: 'Wallet Growth, monthly' })
  await expect(buying).toContainText('₦75,000')
  problems.push(...(await inspectPage(page, 'buying a plan', { within: '[role=dialog]' })))
  await buying.getByRole('button', { name: 'Continue to payment' }).click()
  await expect(page).toHaveURL(/\/payments\/[0-9a-f-]{36}$/)
  await untilListening(page)
  const accountNumber = await accountNumberOn(page)
  await expect(unpaid(page)).toHaveText(/^(30:00|29:\d\d)$/)
  problems.push(...(await inspectPage(page, 'a payment that waits')))
  await page.getByRole('tab', { name: 'Stablecoin' }).click()
  await expect(page.getByRole('img', { name: /^QR code of the address for/ })).toBeVisible()
  problems.push(...(await inspectPage(page, 'a payment by stablecoin')))
  await page.getByRole('tab', { name: 'Bank transfer' }).click()

  await bank.press(accountNumber, 'Half')
  // Nothing is reloaded: the page follows its money.
  await expect(page.getByText('₦37,500 of ₦75,000 received, ₦37,500 left')).toBeVisible()
  await expect(timelineOf(page)).toContainText('Awaiting the rest')
  problems.push(...(await inspectPage(page, 'a payment of which a part came')))
  expect(await deactivate()).toMatchObject({ code: 403 })
  await bank.send(accountNumber, '37500')
  await expect(timelineOf(page)).toContainText('Paid, plan active')
  await expect(unpaid(page)).toHaveCount(0)
  await expect.poll(async () => (await deactivate()).code).toBe(200)
  problems.push(...(await inspectPage(page, 'a payment that is paid')))

  await page.getByRole('link', { name: 'Plans' }).last().click()
  await expect(page.getByRole('button', { name: 'Renew early: Wallet Growth' })).toBeVisible()
  const subscriptions = page.getByRole('table', { name: 'Subscriptions' }).getByRole('row')
  await expect(subscriptions.nth(1)).toContainText(/Growth.*Active.*PAY-/)
  await expect(subscriptions.nth(2)).toContainText(/Free.*Canceled.*Nothing to pay/)
  await page.getByRole('radio', { name: 'Yearly' }).click()
  await expect(page.getByRole('button', { name: 'Switch to yearly: Wallet Growth' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Choose plan: Wallet Free' })).toBeDisabled()
  await page.getByRole('button', { name: 'Cancel Wallet Growth' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel at the end' }).click()
  await expect(page.getByText('Does not renew', { exact: true })).toBeVisible()
  problems.push(...(await inspectPage(page, 'plans of a project that canceled')))
  await page.getByRole('switch', { name: 'Auto-renew' }).first().click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Turn on auto-renew' }).click()
  await expect(page.getByText('Does not renew', { exact: true })).toHaveCount(0)
  expect(problems).toEqual([])
})

test('a top-up is in the balance once it is paid, with what was paid too much', async ({ page }) => {
  const { demo } = stack()
  const problems: string[] = []
  const bank = await openBank(page)
  const topUps = `/projects/${demo.projectId}/payments?purpose=WALLET_TOPUP`
  const references = page.getByRole('table', { name: 'Payments' }).getByText(/^PAY-\w+$/)
  await signInAs(page, 'owner', topUps)
  await untilWhole(page)
  const referencesBefore = await references.allTextContents()
  await visit(page, `/projects/${demo.projectId}/balance`)
  const available = async () => {
    const text = (await page.getByText('Available', { exact: true }).locator('xpath=../..').textContent()) ?? ''
    return Number(/\$([\d,]+\.?\d*)/.exec(text)?.[1]?.replaceAll(',', ''))
  }
  await expect.poll(available).toBeGreaterThanOrEqual(0)
  const before = await available()

  await page.getByRole('button', { name: 'Top up' }).click()
  const dialog = page.getByRole('dialog', { name: 'Top up the balance' })
  await dialog.getByLabel('Amount').fill('25.505')
  await dialog.getByRole('button', { name: 'Continue to payment' }).click()
  await expect(dialog).toContainText('Amount has more than 2 decimals')
  await dialog.getByLabel('Amount').fill('0.99')
  await expect(dialog).toContainText('Amount must be from $1 to $1,000,000')
  await dialog.getByLabel('Amount').fill('20')
  await expect(dialog).toContainText(/₦[\d,]{6}/)
  problems.push(...(await inspectPage(page, 'topping up', { within: '[role=dialog]' })))
  await dialog.getByRole('button', { name: 'Continue to payment' }).dblclick()
  await expect(page).toHaveURL(/\/payments\/[0-9a-f-]{36}$/)
  await untilListening(page)
  const accountNumber = await accountNumberOn(page)
  const paymentRef =
    (await page
      .getByText(/^PAY-\w+$/)
      .first()
      .textContent()) ?? ''
  await bank.press(accountNumber, 'Twice')
  await expect(page.getByText('$20.00 is in the balance of the business.')).toBeVisible()
  await expect(page.getByText('Paid twice').first()).toBeVisible()
  problems.push(...(await inspectPage(page, 'a payment that was paid twice')))

  await page.getByRole('link', { name: 'Balance' }).last().click()
  await expect.poll(available).toBeGreaterThanOrEqual(before + 39.99)
  // Pressed twice, it was opened once.
  await visit(page, topUps)
  await expect(references).toHaveText([paymentRef, ...referencesBefore])
  expect(problems).toEqual([])
})
