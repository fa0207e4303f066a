import { spawnSync } from 'node:child_process'
import { expect, type Page, test } from '@playwright/test'
import { z } from 'zod'
import { connect } from './api'
import { fundByButton } from './fund-by-button'
import { CHAIN_ID, fundWallet } from './fund-wallet'
import { problemsOf } from './problems-of'
import { readCopiedText } from './read-copied-text'
import { takeSession } from './sign-in-as'
import { stack } from './stack'
import { expectToast } from './toasts'
import { visit } from './visit'

test.use({ permissions: ['clipboard-read', 'clipboard-write'] })

const CHAIN = 'Solana Devnet'
const TRANSFER = '/v1/wallet/transaction'
const made = z.array(z.object({ address: z.string() })).length(1)

/** A wallet of the demo, and the body of a transfer out of it. */
async function newWallet() {
  const api = await connect(stack().demo.liveKey)
  const input = { chainType: 'EVM', purpose: 'REQUESTS', count: 1 }
  const [{ address } = { address: '' }] = made.parse(await api.post('/v1/wallet/hd/generate', input))
  const body = { fromAddress: address, toAddress: address, chainType: 'EVM', chainId: CHAIN_ID, cNGN: true }
  return { api, address, body }
}

/** Finds a call in the log by its id, once it is written, and opens it. */
async function openRequest(page: Page, requestId: string): Promise<void> {
  const { demo } = stack()
  // A table without calls has a row too, which says so.
  const call = page.getByRole('table', { name: 'Requests' }).getByRole('row').nth(1).getByRole('link').first()
  await expect(async () => {
    await visit(page, `/projects/${demo.projectId}/requests?search=${requestId}`)
    await expect(call).toBeVisible({ timeout: 1_000 })
  }).toPass()
  await call.click()
  await expect(page).toHaveURL(new RegExp(`/requests/${requestId}$`))
  await expect(page.getByRole('heading', { level: 1, name: `POST ${TRANSFER}` })).toBeVisible()
}

test('a refused call says what is wrong with each field, and its command is refused alike', async ({ page }) => {
  const { api, body } = await newWallet()
  const refused = await api.attempt(TRANSFER, { ...body, amount: "it's much", chainId: -1 })
  expect(refused).toMatchObject({ code: 400, message: 'Validation failed' })
  await takeSession(page, 'developer')
  await openRequest(page, refused.requestId)
  const problem = page.getByRole('status').filter({ hasText: 'Validation failed' })
  await expect(problem.getByRole('listitem').filter({ hasText: 'chainId: ' })).toBeVisible()
  await expect(problem).toContainText('What happenedA field is missing, unknown or invalid.')
  await expect(problem.getByRole('link', { name: 'Read about this code' })).toHaveAttribute(
    'href',
    '/docs/errors#validation_failed',
  )
  await expect(page.getByRole('term').filter({ hasText: 'Transaction' })).toHaveCount(0)

  const command = await readCopiedText(page.getByRole('button', { name: 'Copy This call with curl' }))
  const { stdout } = spawnSync('sh', ['-c', command], { encoding: 'utf8', env: { ...process.env, TOKEN: api.token } })
  expect(JSON.parse(stdout)).toMatchObject({ status: false, message: 'Validation failed' })
  expect(await problemsOf(page, 'a refused call')).toEqual([])
})

test('a failed call says what was needed and available, and leads to its transaction', async ({ page }) => {
  const { api, address, body } = await newWallet()
  await fundWallet(address)
  const failed = await api.attempt(TRANSFER, { ...body, amount: '5000.5', waitForCompletion: true })
  expect(failed).toMatchObject({ code: 422, message: expect.stringContaining('5000.5 cNGN needed') })
  await takeSession(page, 'developer')
  await openRequest(page, failed.requestId)
  const problem = page
    .getByRole('status')
    .filter({ hasText: 'The wallet holds less of the token than the transfer moves' })
  await expect(problem).toContainText('Needed5,000.5 cNGN')
  await expect(problem).toContainText('Available100 cNGN')
  expect(await problemsOf(page, 'a failed call')).toEqual([])

  const { id } = z.object({ id: z.uuid() }).parse(failed.data)
  await expect(page.getByRole('link', { name: id.slice(-8) })).toBeVisible()
  await problem.getByRole('link', { name: 'Open the transaction' }).click()
  await expect(page).toHaveURL(new RegExp(`/transactions/${id}$`))
  const failure = page.getByRole('alert').filter({ hasText: 'The transaction failed' })
  await expect(failure).toContainText('Needed5,000.5 cNGN')
  await expect(failure).toContainText('Available100 cNGN')
  expect(await problemsOf(page, 'a failed transaction')).toEqual([])
})

test('a transfer past the budget of sponsored gas says so in its form and in the log', async ({ page, browser }) => {
  const { demo } = stack()
  const api = await connect(demo.liveKey)
  // Where no other journey sends: a share of the day that was taken a moment ago is still used.
  const input = { chainType: 'SOLANA', purpose: 'REQUESTS', count: 1 }
  const [{ address } = { address: '' }] = made.parse(await api.post('/v1/wallet/hd/generate', input))
  const { items } = z
    .object({ items: z.array(z.object({ id: z.uuid(), address: z.string() })) })
    .parse(await api.get('/v1/wallet/hd'))
  await takeSession(page, 'owner')
  await fundByButton(page, items.find((wallet) => wallet.address === address)?.id ?? '', '5')
  await expectToast(page, '5 cNGN is in the wallet')
  const operator = await (await browser.newContext()).newPage()
  await takeSession(operator, 'operator')
  await setBudget(operator, '0')
  try {
    await visit(page, `/projects/${demo.projectId}/transactions?send=true`)
    const dialog = page.getByRole('dialog', { name: 'Send a transfer' })
    await dialog.getByRole('combobox', { name: 'From' }).click()
    await page.getByRole('option', { name: address.slice(0, 4) }).click()
    await dialog.getByRole('combobox', { name: 'Chain' }).click()
    await page.getByRole('option', { name: CHAIN }).click()
    await dialog.getByLabel('To', { exact: true }).fill(address)
    const spent = dialog.getByRole('alert').filter({ hasText: 'The sponsored gas of today is used up' })
    await expect(spent).toContainText('$0.00')
    await dialog.getByRole('button', { name: 'Send transfer' }).click()
    const words = 'Insufficient balance to cover the gas fee for this transfer'
    await expect(dialog.getByRole('alert').filter({ hasText: words })).toBeVisible()
    expect(await problemsOf(page, 'a transfer past the budget')).toEqual([])

    const call = { fromAddress: address, toAddress: address, amount: '1', chainType: 'SOLANA', network: 'TESTNET' }
    await openRequest(page, (await api.attempt(TRANSFER, { ...call, cNGN: true })).requestId)
    const logged = page.getByRole('status').filter({ hasText: words })
    await expect(logged).toContainText(/Needed\$0\.\d+/)
    await expect(logged).toContainText('Available$0.00')
  } finally {
    await setBudget(operator, '')
    await operator.context().close()
  }
})

/** Empty: the plan's figure counts again. */
async function setBudget(operator: Page, dailyUsd: string): Promise<void> {
  const { demo } = stack()
  await visit(operator, `/operator/businesses/${demo.businessId}`)
  await operator.getByRole('button', { name: `Change the budget on ${CHAIN}` }).click()
  const dialog = operator.getByRole('dialog', { name: 'Sponsored gas of' })
  await dialog.getByLabel('Daily budget').fill(dailyUsd)
  await dialog.getByLabel('Reason').fill('For a journey')
  await dialog.getByRole('button', { name: 'Save budget' }).click()
  await expect(dialog).toBeHidden()
}

test('a step of the charts leads to its day, and the log is narrowed to the calls of a key', async ({ page }) => {
  const { demo } = stack()
  // At midnight, the calls of other tests are those of the day before.
  await newWallet()
  await takeSession(page, 'developer')
  const map = page.getByRole('region', { name: 'Failures by operation, scrollable' })
  const operation = map.getByRole('rowheader', { name: 'POST /v1/wallet/hd/generate' })
  await expect(async () => {
    await visit(page, `/projects/${demo.projectId}/requests`)
    const whole = page.getByRole('button', { name: /^Show \d+ operations$/ })
    if (await whole.isVisible()) await whole.click()
    await expect(operation).toBeVisible({ timeout: 1_000 })
  }).toPass()
  await page.getByRole('img', { name: /^Calls\./ }).press('End')
  await page.keyboard.press('Enter')
  await page
    .getByRole('list', { name: /^Rows of / })
    .getByRole('link', { name: 'Calls' })
    .click()
  const day = /\/requests\?from=(\d{4}-\d{2}-\d{2})&to=\1&days=7$/
  await expect(page).toHaveURL(day)
  await page.getByRole('button', { name: 'Table of Calls', exact: true }).click()
  await expect(
    page.getByRole('table', { name: 'Calls', exact: true }).getByRole('link', { name: 'Calls' }),
  ).toHaveCount(7)
  await expect(operation).toBeVisible()

  const key = `…${demo.liveKey.slice(-4)}`
  await page.getByRole('button', { name: 'More filters' }).click()
  const filters = page.getByRole('dialog', { name: 'More filters' })
  await filters.getByRole('combobox', { name: 'API key' }).click()
  await page.getByRole('option', { name: key }).click()
  await expect(page).toHaveURL(/keyId=/)
  await filters.getByRole('button', { name: 'Show results' }).click()
  const log = page.getByRole('table', { name: 'Requests' })
  // Until the narrowed log is there, the calls of all keys stay.
  await expect(log.and(page.locator('[aria-busy=true]'))).toHaveCount(0)
  const call = log.getByRole('row').nth(1).getByRole('link').first()
  await call.click()
  await expect(page.getByRole('link', { name: key })).toBeVisible()
  expect(await problemsOf(page, 'a call of a key')).toEqual([])
})
