import { spawnSync } from 'node:child_process'
import { expect, type Locator, test } from '@playwright/test'
import { mailedLink } from './mailed-link'
import { readCopiedText } from './read-copied-text'
import { signInAs } from './sign-in-as'
import { inspectPage } from './themes'
import { untilListening } from './visit'

/** Each press of the owner from the link of the email on: the link itself and the shell count as one each. */
const MAX_TO_FIRST_ANSWER = 7
const MAX_TO_FIRST_COIN = 11

test('a new owner has an answer, a moved coin and a webhook within a few presses, and waits for nobody', async ({
  browser,
}) => {
  const email = `ada-${Date.now()}@example.test`
  const operator = await (await browser.newContext()).newPage()
  await signInAs(operator, 'operator', '/operator/businesses')
  await operator.getByRole('button', { name: 'Create business' }).click()
  const dialog = operator.getByRole('dialog', { name: 'Create a business' })
  await dialog.getByLabel('Name', { exact: true }).fill(`Newcomer ${Date.now()}`)
  await dialog.getByLabel("Owner's name").fill('Ada Owner')
  await dialog.getByLabel("Owner's email").fill(email)
  await dialog.getByRole('button', { name: 'Create business' }).click()
  await expect(operator).toHaveURL(/\/operator\/businesses\/[0-9a-f-]{36}$/)
  await operator.context().close()

  const owner = await (await browser.newContext({ permissions: ['clipboard-read', 'clipboard-write'] })).newPage()
  let presses = 1
  const press = async (control: Locator) => {
    await control.click()
    presses += 1
  }
  await owner.goto(await mailedLink(email, /invited to/))
  await untilListening(owner)
  await owner.getByLabel('Password').fill('a long enough password')
  await press(owner.getByRole('button', { name: 'Accept and sign in' }))
  await press(owner.getByRole('button', { name: 'Start free plan' }))
  const create = owner.getByRole('button', { name: 'Create API keys' })
  await expect(create).toBeFocused()
  await press(create)
  const shown = owner.getByRole('dialog', { name: 'New API keys' })
  const key = await shown.getByRole('textbox', { name: 'Live key' }).inputValue()
  expect(await inspectPage(owner, 'new keys with a first call', { within: '[role=dialog]' })).toEqual([])
  const code = await readCopiedText(shown.getByRole('button', { name: 'Copy Your first call' }))
  presses += 1
  const { stdout, stderr } = spawnSync('sh', ['-c', code], { encoding: 'utf8' })
  presses += 1
  expect({ stderr, answer: JSON.parse(stdout) }).toMatchObject({
    stderr: '',
    answer: { status: true, data: [{ chainType: 'EVM' }, { chainType: 'EVM' }] },
  })
  expect(presses).toBeLessThanOrEqual(MAX_TO_FIRST_ANSWER)

  await press(shown.getByRole('button', { name: 'I have stored them' }))
  await expect(owner.getByRole('figure').filter({ hasText: 'Your first call' })).toContainText(key)
  // The pressed button is gone by now.
  await expect(owner.getByRole('main').getByRole('link', { name: 'Send', exact: true })).toBeFocused()
  await press(owner.getByRole('main').getByRole('link', { name: 'Send', exact: true }))
  const sending = owner.getByRole('dialog', { name: 'Send a transfer' })
  await press(sending.getByRole('button', { name: 'Add 100 cNGN of test funds' }))
  await expect(sending.getByRole('region', { name: 'Before you send' })).toContainText('100 cNGN')
  await press(sending.getByRole('button', { name: 'Send transfer' }))
  await expect(owner).toHaveURL(/\/transactions\/[0-9a-f-]{36}$/)
  await expect(owner.getByText('Completed', { exact: true }).first()).toBeVisible()
  expect(presses).toBeLessThanOrEqual(MAX_TO_FIRST_COIN)

  await owner.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Home' }).click()
  await owner.getByRole('button', { name: 'Send test event' }).click()
  await expect(owner).toHaveURL(/\/webhooks\/[0-9a-f-]{36}$/)
  await expect(owner.getByRole('heading', { name: 'Signature check' })).toBeVisible()
  await owner.context().close()
})
