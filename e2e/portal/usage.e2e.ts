import { expect, test } from '@playwright/test'
import { connect } from './api'
import { signInAs } from './sign-in-as'
import { startProject } from './start-project'
import { inspectPage } from './themes'
import { visitWhole } from './visit'

/** The card of usage is refreshed every 15 seconds. */
const PAST_REFRESH_MS = 16_000
const NAME = `Metered ${Date.now()}`

test('a project sees what it used of its plan, what is used up and when it returns, and goes on with a larger quota', async ({
  page,
  browser,
}) => {
  const problems: string[] = []
  const { projectId, liveKey } = await startProject(await (await browser.newContext()).newPage())
  const operator = await (await browser.newContext()).newPage()
  await signInAs(operator, 'operator', '/operator/plans')
  await operator.getByRole('button', { name: 'Create plan', exact: true }).first().click()
  const created = operator.getByRole('dialog', { name: 'New plan of Wallet' })
  await created.getByLabel('Name').fill(NAME)
  await created.getByLabel('Description').fill('For those who count')
  await created.getByLabel('Wallets created', { exact: true }).fill('ten')
  await created.getByLabel('Credits per use of Transfers').fill('10')
  await created.getByRole('checkbox', { name: 'wallet.hd.generate' }).click()
  await created.getByRole('button', { name: 'Create plan' }).click()
  await expect(created).toContainText('Enter a whole number, or leave empty')
  problems.push(...(await inspectPage(operator, 'the quotas of a plan', { within: '[role=dialog]' })))
  await created.getByLabel('Wallets created', { exact: true }).fill('10')
  await created.getByRole('button', { name: 'Create plan' }).click()
  await expect(operator.getByText('10 wallets created per month')).toBeVisible()

  const plans = `/projects/${projectId}/plans`
  await page.clock.install()
  await signInAs(page, 'owner', plans)
  await expect(page.getByText('No usage yet')).toBeVisible()
  await page.getByRole('button', { name: `Choose plan: Wallet ${NAME}` }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Start plan' }).click()
  const meter = page.getByRole('meter', { name: 'Wallets created' })
  await expect(meter).toHaveAttribute('aria-valuetext', '0 of 10, 0%')

  const api = await connect(liveKey)
  const generate = (count: number) => api.attempt('/v1/wallet/hd/generate', { chainType: 'EVM', count })
  await expect.poll(async () => (await generate(8)).code).toBe(201)
  // Nothing is reloaded: the page refreshes automatically.
  await page.clock.fastForward(PAST_REFRESH_MS)
  await expect(meter).toHaveAttribute('aria-valuetext', '8 of 10, 80%')
  problems.push(...(await inspectPage(page, 'a project near its limit')))
  const refused = await generate(3)
  expect(refused.code).toBe(402)
  expect(refused.message).toMatch(/^Wallets created: 8 of 10 used, more from /)
  expect((await generate(2)).code).toBe(201)
  await visitWhole(page, plans)
  await expect(page.getByText('Used up: Wallets created')).toBeVisible()
  problems.push(...(await inspectPage(page, 'a project that used up its quota')))
  expect((await generate(1)).code).toBe(402)

  await operator.getByRole('button', { name: `Edit Wallet ${NAME}` }).click()
  const edited = operator.getByRole('dialog', { name: `Wallet: ${NAME}` })
  await edited.getByLabel('Wallets created', { exact: true }).fill('1000')
  await edited.getByRole('button', { name: 'Save plan' }).click()
  await expect.poll(async () => (await generate(1)).code).toBe(201)
  await visitWhole(page, plans)
  await expect(meter).toHaveAttribute('aria-valuetext', '11 of 1,000, 1%')
  // Nobody else is offered it.
  await operator.getByRole('button', { name: `Edit Wallet ${NAME}` }).click()
  await edited.getByRole('checkbox', { name: 'Sale' }).click()
  await edited.getByRole('button', { name: 'Save plan' }).click()
  await expect(operator.getByText('Not on sale').first()).toBeVisible()
  expect(problems).toEqual([])
})
