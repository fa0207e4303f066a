import { spawnSync } from 'node:child_process'
import { expect, type Page, test } from '@playwright/test'
import { z } from 'zod'
import { connect } from './api'
import { fundByButton } from './fund-by-button'
import { UNKNOWN_ID } from './pages'
import { problemsOf } from './problems-of'
import { readBalance } from './read-balance'
import { signInAs, takeSession } from './sign-in-as'
import { stack } from './stack'
import { inspectPage } from './themes'
import { expectToast } from './toasts'
import { visit } from './visit'

const made = z.array(z.object({ address: z.string() }))
const listed = z.object({ items: z.array(z.object({ id: z.string(), address: z.string() })) })
const sent = z.object({ status: z.literal(true), data: z.object({ id: z.uuid() }) })
const record = z.object({ status: z.string() })

type Pair = { from: string; to: string; walletId: string }

/** Two new wallets of the demo's business. */
async function makePair(chainType: 'EVM' | 'SOLANA'): Promise<Pair> {
  const api = await connect(stack().demo.liveKey)
  const input = { chainType, purpose: 'SENDING', count: 2 }
  const [from, to] = made.parse(await api.post('/v1/wallet/hd/generate', input)).map(({ address }) => address)
  const { items } = listed.parse(await api.get('/v1/wallet/hd'))
  const walletId = items.find(({ address }) => address === from)?.id
  if (!from || !to || !walletId) throw new Error('two wallets were asked for')
  return { from, to, walletId }
}

/** The form, filled in for cNGN from the first wallet to the second. */
async function openSend(page: Page, { from, to }: Pair, amount: string) {
  const { demo } = stack()
  await visit(page, `/projects/${demo.projectId}/transactions`)
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  const sending = page.getByRole('dialog', { name: 'Send a transfer' })
  await expect(sending.getByRole('combobox', { name: 'From' })).toBeFocused()
  await sending.getByRole('combobox', { name: 'From' }).click()
  await page.getByRole('option', { name: shortened(from) }).click()
  await expect(sending.getByRole('combobox', { name: 'Asset' })).toContainText('cNGN')
  await sending.getByLabel('To').fill(to)
  await sending.getByLabel('Amount').fill(amount)
  return sending
}

/** As lists show an address: two wallets may share four letters. */
function shortened(address: string): RegExp {
  return new RegExp(`${address.slice(0, 4)}\\S*…${address.slice(-4)}`)
}

function inShell(code: string) {
  const { stdout, stderr, status } = spawnSync('sh', ['-c', code], { encoding: 'utf8' })
  return { stdout, stderr, status }
}

for (const [chainType, chainId] of [
  ['EVM', 84532],
  ['SOLANA', 103],
] as const) {
  test(`a developer funds a wallet by the button and sends from it by form and by its command: ${chainType}`, async ({
    page,
  }) => {
    const { demo } = stack()
    const api = await connect(demo.liveKey)
    const pair = await makePair(chainType)
    await takeSession(page, 'developer')
    await fundByButton(page, pair.walletId, '25.5')
    await expectToast(page, '25.5 cNGN is in the wallet')
    expect(await readBalance(chainId, pair.from, 'cNGN')).toBe(25_500_000n)

    const sending = await openSend(page, pair, '10')
    const preview = sending.getByRole('region', { name: 'Before you send' })
    await expect(preview).toContainText('25.5 cNGN')
    const submit = sending.getByRole('button', { name: 'Send transfer' })
    await sending.getByLabel('Amount').fill('999999')
    await expect(preview).toContainText('Less than this amount')
    await expect(submit).toBeDisabled()
    await expect(submit).toHaveAccessibleDescription('The wallet holds 25.5 cNGN')
    await sending.getByLabel('Amount').fill('10')
    await expect(submit).toBeEnabled()
    await expect(preview).toContainText('paid by the platform')
    await expect(preview).toContainText('Allowed')
    await expect(preview).toContainText(/Usual time(Final in|Not known yet)/)
    await sending.getByText('The same call for your program').click()
    const command = sending.getByRole('figure').filter({ hasText: 'This call with curl' }).locator('code')
    await expect(command).toContainText(`"toAddress":"${pair.to}","amount":"10"`)
    const code = (await command.textContent()) ?? ''
    await page.emulateMedia({ reducedMotion: 'reduce' })
    expect.soft(await problemsOf(page, `send form ${chainType}`)).toEqual([])
    await sending.getByRole('button', { name: 'Send transfer' }).click()
    await expect(page).toHaveURL(/\/transactions\/[0-9a-f-]{36}$/)
    await expect(page.getByText('Completed', { exact: true }).first()).toBeVisible()
    expect(await readBalance(chainId, pair.to, 'cNGN')).toBe(10_000_000n)

    const blank = inShell(code)
    expect(blank.status).not.toBe(0)
    expect(blank.stderr).toContain('SLIPWAY_API_KEY')
    const { stdout, stderr } = inShell(code.replace("SLIPWAY_API_KEY=''", `SLIPWAY_API_KEY='${demo.liveKey}'`))
    expect(stderr).toBe('')
    const { id } = sent.parse(JSON.parse(stdout)).data
    await expect(async () => {
      expect(record.parse(await api.get(`/v1/wallet/transaction/${id}`)).status).toBe('COMPLETED')
    }).toPass()
    expect(await readBalance(chainId, pair.to, 'cNGN')).toBe(20_000_000n)
  })
}

test('a transfer carries a reference and metadata, and is sent again with all but the reference', async ({ page }) => {
  const { demo } = stack()
  const pair = await makePair('EVM')
  const reference = `invoice-${Date.now()}`
  await takeSession(page, 'developer')
  await fundByButton(page, pair.walletId, '25')
  await expectToast(page, '25 cNGN is in the wallet')
  const sending = await openSend(page, pair, '10')
  const tags = sending.getByText('Reference and metadata (optional)')
  await tags.click()
  await sending.getByLabel('Reference').fill('r'.repeat(129))
  await sending.getByRole('button', { name: 'Add metadata' }).click()
  await sending.getByLabel('Key').fill('customer')
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await sending.getByRole('button', { name: 'Send transfer' }).click()
  await expect(sending.getByText('At most 128 characters')).toBeVisible()
  await expect(sending.getByText('Enter a value')).toBeVisible()
  expect.soft(await inspectPage(page, 'send form with tags')).toEqual([])
  await sending.getByLabel('Reference').fill(reference)
  await sending.getByLabel('Value').fill('c-77')
  await sending.getByText('The same call for your program').click()
  await expect(sending.getByRole('figure')).toContainText(`"reference":"${reference}","metadata":{"customer":"c-77"}`)
  await sending.getByRole('button', { name: 'Send transfer' }).click()
  await expect(page).toHaveURL(/\/transactions\/[0-9a-f-]{36}$/)
  await expect(page.getByText('Completed', { exact: true }).first()).toBeVisible()
  await expect(page.getByText(reference, { exact: true })).toBeVisible()
  await expect(page.getByText('Metadata: customer')).toBeVisible()

  await page.getByRole('link', { name: 'Send again' }).click()
  await expect(sending.getByText('Filled in from an earlier transfer')).toBeVisible()
  await expect(sending.getByRole('combobox', { name: 'From' })).toHaveValue(shortened(pair.from))
  await expect(sending.getByLabel('To', { exact: true })).toHaveValue(pair.to)
  await expect(sending.getByLabel('Amount')).toHaveValue('10')
  await expect(sending.getByLabel('Key')).toHaveValue('customer')
  await expect(sending.getByLabel('Value')).toHaveValue('c-77')
  await expect(sending.getByLabel('Reference')).toHaveValue('')
  await sending.getByLabel('Reference').fill(reference)
  await sending.getByLabel('Amount').fill('5')
  await tags.click()
  await sending.getByRole('button', { name: 'Send transfer' }).click()
  await expect(sending.getByText('The reference was used for another request')).toBeVisible()
  await expect(sending.getByLabel('Reference')).toBeFocused()
  expect.soft(await inspectPage(page, 'send form with a used reference')).toEqual([])
  await sending.getByLabel('Reference').fill(`${reference}-b`)
  await sending.getByRole('button', { name: 'Send transfer' }).click()
  await expect(page).toHaveURL(/\/transactions\/[0-9a-f-]{36}$/)
  await expect(page.getByText(`${reference}-b`, { exact: true })).toBeVisible()
  await expect(page.getByText('Completed', { exact: true }).first()).toBeVisible()
  expect(await readBalance(84532, pair.to, 'cNGN')).toBe(15_000_000n)

  for (const again of [UNKNOWN_ID, 'no-id']) {
    await visit(page, `/projects/${demo.projectId}/transactions?again=${again}`)
    await expect(sending.getByRole('alert')).toContainText('There is no transaction with this id')
    await expect(sending.getByLabel('Amount')).toHaveCount(0)
  }
})

test('a wallet that is not among the newest is found by what is typed of it', async ({ page }) => {
  const { from: old } = await makePair('EVM')
  const api = await connect(stack().demo.liveKey)
  await api.post('/v1/wallet/hd/generate', { chainType: 'EVM', purpose: 'NEWER', count: 25 })
  await signInAs(page, 'developer', `/projects/${stack().demo.projectId}/transactions?send=true`)
  const sending = page.getByRole('dialog', { name: 'Send a transfer' })
  const from = sending.getByRole('combobox', { name: 'From' })
  await from.click()
  await expect(page.getByRole('option')).toHaveCount(20)
  await expect(page.getByRole('option', { name: shortened(old) })).toHaveCount(0)
  await from.fill('no such wallet')
  await expect(page.getByText('No wallet of this project matches.')).toBeVisible()
  await from.fill(old.slice(-8))
  await page.getByRole('option', { name: shortened(old) }).click()
  await expect(from).toHaveValue(new RegExp(`${old.slice(-4)}$`))
  await sending.getByText('The same call for your program').click()
  const command = sending.getByRole('figure').filter({ hasText: 'This call with curl' })
  await expect(command).toContainText(`"fromAddress":"${old}"`)
})

test('a transfer whose answer was lost on the way is sent again as the same one', async ({ page }) => {
  const pair = await makePair('EVM')
  await takeSession(page, 'developer')
  await fundByButton(page, pair.walletId, '25')
  await expectToast(page, '25 cNGN is in the wallet')
  const sending = await openSend(page, pair, '10')
  const ids: string[] = []
  await page.route('**/api/trpc/transactions.send**', async (route) => {
    const response = await route.fetch()
    ids.push(/"id":"([0-9a-f-]{36})"/.exec(await response.text())?.[1] ?? '')
    if (ids.length > 1) return route.fulfill({ response })
    // A proxy's own page, after the transfer was accepted.
    return route.fulfill({ status: 502, body: '<h1>Bad gateway</h1>', contentType: 'text/html' })
  })
  await sending.getByRole('button', { name: 'Send transfer' }).click()
  await expect(sending.getByRole('alert')).toContainText('You can safely retry')
  await sending.getByRole('button', { name: 'Send transfer' }).click()
  await expect(page).toHaveURL(/\/transactions\/[0-9a-f-]{36}$/)
  expect(new Set(ids).size).toBe(1)
  expect(ids).toHaveLength(2)
  expect(page.url()).toContain(ids[0])
})

test('a gift that the faucet refuses says why in the dialog, and a viewer cannot ask for one', async ({
  page,
  browser,
}) => {
  const { demo } = stack()
  const { walletId, from } = await makePair('EVM')
  await takeSession(page, 'developer')
  await fundByButton(page, walletId, '0.0000001')
  const funding = page.getByRole('dialog', { name: 'Fund this wallet' })
  await expect(funding.getByRole('alert')).toContainText('cNGN has 6 decimals')
  expect(await readBalance(84532, from, 'cNGN')).toBe(0n)

  const viewer = await (await browser.newContext()).newPage()
  await signInAs(viewer, 'viewer', `/projects/${demo.projectId}/wallets/${walletId}`)
  await expect(viewer.getByRole('button', { name: 'Fund' })).toBeDisabled()
  await viewer.context().close()
})
