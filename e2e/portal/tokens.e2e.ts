import { expect, type Page, test } from '@playwright/test'
import { z } from 'zod'
import { connect } from './api'
import { signInAs } from './sign-in-as'
import { stack } from './stack'
import { inspectPage } from './themes'
import { untilListening } from './visit'

const DAY_MS = 86_400_000
const FIRST_HOLDER = '0xde709f2102306220921060314715629080e2fb77'
const STRANGER = '0x27b1fdb04752bbc536007a920d24acb045561c26'

const dayIn = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 10)
const wallets = z.array(z.object({ address: z.string() }))

const stepOf = (page: Page) => page.getByRole('list', { name: 'Steps' }).locator('[aria-current=step]')
const goOn = (page: Page) => page.getByRole('button', { name: 'Continue' }).click()

async function tryAndConfirm(page: Page, dialogName: string, submit: string): Promise<void> {
  const dialog = page.getByRole('dialog', { name: dialogName })
  await expect(dialog.getByRole('button', { name: submit, exact: true })).toBeDisabled()
  await dialog.getByRole('button', { name: 'Simulate' }).click()
  await expect(dialog.getByText('Simulation succeeded')).toBeVisible()
  await dialog.getByRole('button', { name: submit, exact: true }).click()
  await expect(dialog).toBeHidden()
}

test('a person issues a bond, lets investors in by a file, mints, pauses and reads what became of it', async ({
  page,
}) => {
  const { demo } = stack()
  const problems: string[] = []
  const api = await connect(demo.liveKey)
  // The first one runs the token, and a tokenAdmin is no investor.
  const [, own] = wallets.parse(
    await api.post('/v1/wallet/hd/generate', { chainType: 'EVM', purpose: 'HOLDER', count: 2 }),
  )
  const holder = own?.address ?? ''
  await signInAs(page, 'owner', `/projects/${demo.projectId}/tokens`)
  await page.getByRole('link', { name: 'Issue a token' }).first().click()
  await expect(page.getByRole('heading', { name: 'Issue a token' })).toBeVisible()
  await untilListening(page)

  await goOn(page)
  await expect(page.getByText('1 to 12 characters of A-Z and 0-9')).toBeVisible()
  problems.push(...(await inspectPage(page, 'the wizard with what is missing')))
  await page.getByRole('textbox', { name: 'Ticker' }).fill('JRNY28')
  await page.getByRole('textbox', { name: 'Name' }).fill('A bond of a journey')
  await page.getByRole('textbox', { name: 'Issue price' }).fill('0.0001')
  await goOn(page)
  await expect(stepOf(page)).toContainText('Limits')
  await page.getByRole('textbox', { name: 'Maximum investors' }).fill('2')
  await expect(page.getByText('At most 2 investors may hold it.')).toBeVisible()
  await goOn(page)
  await expect(stepOf(page)).toContainText('Yield')
  await page.getByRole('textbox', { name: 'Annual rate (%)' }).fill('12.5')
  await page.getByLabel('First coupon date', { exact: true }).fill(dayIn(800))
  await page.getByLabel('Maturity date', { exact: true }).fill(dayIn(720))
  await goOn(page)
  await expect(page.getByLabel('First coupon date', { exact: true })).toHaveAttribute('aria-invalid', 'true')
  await page.getByLabel('First coupon date', { exact: true }).fill(dayIn(90))
  await expect(page.getByRole('table', { name: 'Coupons if it is issued today' }).getByRole('row')).toHaveCount(9)
  problems.push(...(await inspectPage(page, 'the yield of a token')))
  await goOn(page)
  await expect(page.getByText(/^Simulation on .* succeeded/)).toBeVisible()
  // Terms that cannot be changed later are shown once more before the signature.
  await expect(page.getByRole('main').getByText('12.5% (ACT/365)')).toBeVisible()
  await expect(page.getByRole('main').getByText('100 per token')).toBeVisible()
  problems.push(...(await inspectPage(page, 'the review of a token')))
  await page.getByRole('button', { name: 'Issue token' }).click()
  await expect(page).toHaveURL(/\/tokens\/[0-9a-f-]{36}$/)
  await untilListening(page)
  // Nothing is reloaded: the page follows the deployment.
  await expect(page.getByText('Active', { exact: true }).first()).toBeVisible()

  await page.getByRole('tab', { name: 'Registered wallets' }).click()
  await page.getByRole('button', { name: 'Import CSV' }).click()
  const importing = page.getByRole('dialog', { name: 'Import wallets' })
  const csv = ['address,investorId,country', `${FIRST_HOLDER},ada,NG`, `${holder},ben,KE`, 'nonsense,eve,NG'].join('\n')
  await importing
    .getByLabel('File')
    .setInputFiles({ name: 'wallets.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) })
  await expect(importing.getByText('2 lines are valid; 1 is skipped.')).toBeVisible()
  await expect(importing.getByRole('list', { name: 'Skipped lines' })).toContainText('Line 4')
  problems.push(...(await inspectPage(page, 'a file of wallets', { within: '[role=dialog]' })))
  await importing.getByRole('button', { name: 'Register 2 wallets' }).click()
  await expect(importing).toBeHidden()
  const registered = page.getByText('Registered', { exact: true }).filter({ visible: true })
  await expect(registered).toHaveCount(2)

  await page.getByRole('button', { name: 'Mint', exact: true }).click()
  const minting = page.getByRole('dialog', { name: 'Mint JRNY28' })
  await minting.getByRole('textbox', { name: 'To' }).fill(STRANGER)
  await minting.getByRole('textbox', { name: 'Amount' }).fill('1000')
  await minting.getByRole('button', { name: 'Simulate' }).click()
  await expect(minting.getByText(/Simulation failed: .*not registered/)).toBeVisible()
  problems.push(...(await inspectPage(page, 'a mint that would be refused', { within: '[role=dialog]' })))
  await minting.getByRole('textbox', { name: 'To' }).fill(holder)
  await expect(minting.getByText(/Simulation failed/)).toBeHidden()
  await tryAndConfirm(page, 'Mint JRNY28', 'Mint')
  await page.getByRole('tab', { name: 'Holders' }).click()
  await expect(page.getByRole('img', { name: /^Shares: ben/ })).toBeVisible()
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export cap table' }).click()
  expect((await download).suggestedFilename()).toBe('JRNY28-holders.csv')

  await page.getByRole('button', { name: 'Pause', exact: true }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Pause token' }).click()
  await expect(page.getByText('Holders cannot transfer it until you unpause it')).toBeVisible()
  await page.getByRole('button', { name: 'Transfer', exact: true }).click()
  const sending = page.getByRole('dialog', { name: 'Transfer JRNY28' })
  await sending.getByRole('textbox', { name: 'From' }).fill(holder)
  await sending.getByRole('textbox', { name: 'To' }).fill(FIRST_HOLDER)
  await sending.getByRole('textbox', { name: 'Amount' }).fill('10')
  await sending.getByRole('button', { name: 'Simulate' }).click()
  await expect(sending.getByText(/Simulation failed: .*paused/)).toBeVisible()
  await sending.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('button', { name: 'Unpause', exact: true }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Unpause token' }).click()
  await expect(page.getByText('Holders cannot transfer it until you unpause it')).toBeHidden()

  await page.getByRole('tab', { name: 'Coupons' }).click()
  await expect(page.getByRole('button', { name: 'Pay coupon 1' })).toBeDisabled()
  await page.getByRole('tab', { name: 'Operations' }).click()
  await page.getByRole('link', { name: 'Registration' }).click()
  await expect(page.getByRole('table', { name: 'Lines' }).getByText('Completed')).toHaveCount(2)
  expect(problems).toEqual([])
})

test('a person issues a plain asset, which is asked nothing of coupons', async ({ page }) => {
  await signInAs(page, 'owner', `/projects/${stack().demo.projectId}/tokens/new`)
  await page.getByRole('textbox', { name: 'Ticker' }).fill('PLAIN')
  await page.getByRole('textbox', { name: 'Name' }).fill('A fund without coupons')
  await page.getByRole('textbox', { name: 'Issue price' }).fill('1')
  await page.getByRole('combobox', { name: 'Type' }).click()
  await page.getByRole('option', { name: 'Plain asset' }).click()
  await goOn(page)
  await expect(stepOf(page)).toContainText('Limits')
  await goOn(page)
  await expect(stepOf(page)).toContainText('Review')
  await expect(page.getByText(/^Simulation on .* succeeded/)).toBeVisible()
  await page.getByRole('button', { name: 'Issue token' }).click()
  await expect(page).toHaveURL(/\/tokens\/[0-9a-f-]{36}$/)
  await untilListening(page)
  await expect(page.getByRole('tab', { name: 'Coupons' })).toHaveCount(0)
  await expect(page.getByText('Active', { exact: true }).first()).toBeVisible()
})
