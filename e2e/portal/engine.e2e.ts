import { expect, type Page, test } from '@playwright/test'
import { z } from 'zod'
import { connect } from './api'
import { CHAIN_ID, fundWallet } from './fund-wallet'
import { problemsOf } from './problems-of'
import { signInAs } from './sign-in-as'
import { stack } from './stack'
import { visit } from './visit'

const made = z.array(z.object({ address: z.string() }))
const accepted = z.object({ id: z.uuid() })
const RECIPIENT = '0x000000000000000000000000000000000000dEaD'
const PHONE = { width: 390, height: 844 }

let api: Awaited<ReturnType<typeof connect>>

test.describe.configure({ mode: 'serial' })
test.beforeAll(async () => {
  api = await connect(stack().demo.liveKey)
})
// Whatever a test did to the chain: blocks come again.
test.afterEach(() => mine(1))

async function node(method: string, ...params: unknown[]): Promise<void> {
  const chain = stack().evm.find(({ chainId }) => chainId === CHAIN_ID)
  if (!chain) throw new Error(`the stack has no chain ${CHAIN_ID}`)
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
  await fetch(chain.rpcUrl, { method: 'POST', headers: { 'content-type': 'application/json' }, body })
}

/** Seconds between blocks; 0 stops them. */
const mine = (everySeconds: number) => node('evm_setIntervalMining', everySeconds)

/** A wallet that has sent once, so that it holds gas and tokens. */
async function workingWallet(): Promise<string> {
  const [wallet] = made.parse(await api.post('/v1/wallet/hd/generate', { chainType: 'EVM', purpose: 'TEST', count: 1 }))
  if (!wallet) throw new Error('a wallet was asked for')
  await fundWallet(wallet.address)
  await transfer(wallet.address, { waitForCompletion: true })
  return wallet.address
}

async function transfer(fromAddress: string, more: object = {}): Promise<string> {
  const body = { fromAddress, toAddress: RECIPIENT, amount: '0.01', chainType: 'EVM', chainId: CHAIN_ID, cNGN: true }
  return accepted.parse(await api.post('/v1/wallet/transaction', { ...body, ...more })).id
}

/** The lane of a wallet on the lanes page. */
function laneOf(page: Page, address: string) {
  return page.getByRole('listitem').filter({ has: page.getByRole('list', { name: `Nonces of ${address}` }) })
}

/** On a transaction's page; a block that came earlier might hold the transfer itself. */
async function untilCancelIsOut(page: Page): Promise<void> {
  const attempt = page.getByRole('listitem').filter({ hasText: 'Cancel' }).filter({ hasText: 'Accepted' })
  await expect(attempt.first()).toBeVisible()
}

async function ask(page: Page, button: string | RegExp, submit: string | RegExp, reason: string): Promise<void> {
  await page.getByRole('button', { name: button }).first().click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: submit }).click()
  await expect(dialog).toContainText('Enter a reason')
  await dialog.getByLabel('Reason').fill(reason)
  await dialog.getByRole('button', { name: submit }).click()
  await expect(dialog).toBeHidden()
}

test('an operator finds a stuck nonce, speeds it up, and sees every attempt with what the endpoints said', async ({
  page,
}) => {
  const wallet = await workingWallet()
  await mine(0)
  const [head] = [await transfer(wallet), await transfer(wallet)]
  await signInAs(page, 'operator', '/operator/businesses')
  await page.getByRole('link', { name: 'Lanes', exact: true }).click()
  await page.getByRole('searchbox', { name: 'Search lanes' }).fill(wallet)
  await page.keyboard.press('Enter')
  const lane = laneOf(page, wallet)
  await expect(lane).toContainText('2 in flight')
  await expect(lane).toContainText('Stuck')
  await expect(page.getByRole('link', { name: /^Nonce \d+$/ }).first()).toBeVisible()
  for (const [name, size] of [
    ['desk', { width: 1440, height: 900 }],
    ['phone', PHONE],
  ] as const) {
    await page.setViewportSize(size)
    expect(await problemsOf(page, `lanes ${name}`)).toEqual([])
  }
  await page.setViewportSize({ width: 1440, height: 900 })
  await lane.getByRole('link', { name: 'Nonce 1, in flight' }).click()
  await expect(page).toHaveURL(new RegExp(`/operator/transactions/${head}$`))
  await ask(page, 'Speed up', 'Speed up', 'customer is waiting')
  await expect(page.getByRole('list', { name: 'Timeline of the transaction' })).toContainText(
    /Speed-up requested by .+/,
  )
  await expect(page.getByText('Higher fee', { exact: true })).toBeVisible()
  await expect(page.getByRole('list', { name: 'Responses of the endpoints' }).first()).toContainText('accepted')
  expect(await problemsOf(page, 'operator transaction')).toEqual([])
  await mine(1)
  await expect(page.getByText('Completed', { exact: true })).toBeVisible()
})

test('an operator closes a stuck nonce: its transaction fails and what waited behind it moves on', async ({ page }) => {
  const wallet = await workingWallet()
  await mine(0)
  const head = await transfer(wallet)
  const behind = await transfer(wallet)
  await signInAs(page, 'operator', `/operator/lanes?search=${wallet}`)
  const row = page
    .getByRole('listitem')
    .filter({ has: page.locator(`a[href$="${head}"]`) })
    .first()
  await expect(row.getByRole('button', { name: 'Close nonce 1' })).toBeVisible()
  await row.getByRole('button', { name: 'Close nonce 1' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Reason').fill('wrong recipient')
  await dialog.getByRole('button', { name: 'Close nonce 1' }).click()
  await expect(dialog).toBeHidden()
  await expect(laneOf(page, wallet).getByRole('link', { name: 'Nonce 1, being cancelled' })).toBeVisible()
  await visit(page, `/operator/transactions/${head}`)
  await untilCancelIsOut(page)
  await mine(1)
  await expect(page.getByText('Failed', { exact: true }).first()).toBeVisible()
  await expect(page.getByText('Cancelled before it was mined').first()).toBeVisible()
  await visit(page, `/operator/transactions/${behind}`)
  await expect(page.getByText('Completed', { exact: true })).toBeVisible()
  await visit(page, '/operator/audit')
  await expect(page.getByRole('table', { name: 'Audit log' })).toContainText('Cancellation requested')
})

test('a developer cancels a transaction of the business; a viewer is told why not', async ({ page, browser }) => {
  const { demo } = stack()
  const wallet = await workingWallet()
  await mine(0)
  const address = `/projects/${demo.projectId}/transactions/${await transfer(wallet)}`
  const viewer = await (await browser.newContext()).newPage()
  await signInAs(viewer, 'viewer', address)
  await expect(viewer.getByRole('button', { name: 'Cancel' })).toBeDisabled()
  await viewer.context().close()
  await signInAs(page, 'developer', address)
  await expect(page.getByRole('heading', { name: 'Attempts' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Speed up' })).toBeEnabled()
  await page.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel transaction' }).click()
  await expect(page.getByRole('list', { name: 'Timeline of the transaction' })).toContainText(/Cancel requested by .+/)
  await untilCancelIsOut(page)
  await mine(1)
  await expect(page.getByText('Failed', { exact: true }).first()).toBeVisible()
})

test('an operator sets the treasury’s marks; a treasury below its mark raises an alarm that closes by itself', async ({
  page,
}) => {
  await signInAs(page, 'operator', '/operator/businesses')
  await page.getByRole('link', { name: 'Treasury', exact: true }).click()
  const card = page.locator('section').filter({ has: page.getByRole('heading', { name: 'Base Sepolia' }) })
  await expect(card).toContainText('Runway')
  await expect(card).toContainText('Gas wallet')
  expect(await problemsOf(page, 'treasury')).toEqual([])
  const edit = async (fields: Record<string, string>) => {
    await visit(page, '/operator/treasury')
    await page.getByRole('button', { name: 'Edit gas of Base Sepolia' }).click()
    for (const [label, value] of Object.entries(fields)) await page.getByLabel(label).fill(value)
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
  }
  await edit({ 'Refill below': '2', 'Refill to': '1' })
  await expect(page.getByRole('dialog')).toContainText('gasTarget: must be at least gasLow')
  await edit({ 'Treasury alarm below': '99999999' })
  await expect(page.getByRole('dialog')).toBeHidden()
  await expect(card).toContainText('treasury alarm below 99,999,999 ETH')
  const wallet = await workingWallet()
  await expect(async () => {
    await transfer(wallet, { waitForCompletion: true })
    await visit(page, '/operator/alarms')
    await expect(page.getByText('Treasury low').first()).toBeVisible({ timeout: 2_000 })
  }).toPass()
  await expect(page.getByRole('link', { name: /Alarms \d+ open/ })).toBeVisible()
  expect(await problemsOf(page, 'alarms')).toEqual([])
  await edit({ 'Treasury alarm below': '0' })
  await expect(page.getByRole('dialog')).toBeHidden()
  await expect(async () => {
    await transfer(wallet, { waitForCompletion: true })
    await visit(page, '/operator/alarms?state=closed')
    await expect(page.getByText('Treasury low').first()).toBeVisible({ timeout: 2_000 })
  }).toPass()
})

test('support sees the engine’s pages and can change nothing on them', async ({ page }) => {
  await signInAs(page, 'support', '/operator/treasury')
  await expect(page.getByRole('button', { name: /^Edit gas of/ }).first()).toBeDisabled()
  await visit(page, '/operator/lanes?state=all')
  await expect(page.getByRole('list', { name: /^Nonces of/ }).first()).toBeVisible()
})
