import { expect, test } from '@playwright/test'
import { problemsOf } from './problems-of'
import { signInAs } from './sign-in-as'
import { stack } from './stack'
import { visit } from './visit'

// For workers to share.
test.describe.configure({ mode: 'parallel' })

test('a reader pastes a key and calls the API from the reference', async ({ page }) => {
  const { demo } = stack()
  const problems: string[] = []
  await visit(page, '/docs')
  await page.getByLabel('API key or access token').fill('sk_live_wrong')
  await page.getByRole('button', { name: 'Use', exact: true }).click()
  await expect(page.getByRole('alert').filter({ hasText: 'API key' })).toBeVisible()
  await page.getByLabel('API key or access token').fill(demo.liveKey)
  await page.getByRole('button', { name: 'Use', exact: true }).click()
  await expect(page.getByText('Calls use your access token')).toBeVisible()

  // The token stays while the reader moves between pages.
  await page.locator('main').getByRole('link', { name: 'Generate wallets' }).click()
  await page.getByRole('button', { name: 'Try it: Generate wallets' }).click()
  const panel = page.getByRole('dialog', { name: 'Generate wallets' })
  await panel.getByLabel('Body (JSON)').fill('{ "chainType": "EVM", "purpose": "REFERENCE" }')
  await panel.getByRole('button', { name: 'Send request' }).click()
  const answer = panel.getByRole('region', { name: 'Response' })
  await expect(answer.getByRole('status').filter({ hasText: /^Response201/ })).toBeVisible()
  await expect(answer).toContainText('"addressIndex"')
  await expect(answer).toContainText('x-request-id')
  problems.push(...(await problemsOf(page, 'an answer', { within: '[role=dialog]' })))

  await panel.getByRole('button', { name: 'New Idempotency-Key' }).click()
  await panel.getByLabel('Body (JSON)').fill('{ "chainType": "MOON" }')
  await panel.getByRole('button', { name: 'Send request' }).click()
  await expect(answer.getByRole('status').filter({ hasText: /^Response400/ })).toBeVisible()
  problems.push(...(await problemsOf(page, 'a refusal', { within: '[role=dialog]' })))
  expect(problems).toEqual([])
})

test('an owner calls the API from the reference without a key, and the audit log says so', async ({ page }) => {
  const { baseUrl, demo } = stack()
  await signInAs(page, 'owner', '/docs')
  await expect(page.getByRole('combobox', { name: 'Key of your project' })).toContainText('live key')
  const taken = page.waitForResponse((response) => response.url().includes('keys.issueOwnToken'))
  await page.getByRole('button', { name: 'Use this key' }).click()
  const token = /eyJ[\w-]+\.[\w-]+\.[\w-]+/.exec(await (await taken).text())?.[0] ?? ''
  await expect(page.getByText('Calls use your access token')).toBeVisible()
  await page.locator('main').getByRole('link', { name: 'List wallets', exact: false }).first().click()
  await page.getByRole('button', { name: 'Try it: List wallets' }).click()
  const panel = page.getByRole('dialog', { name: 'List wallets' })
  await panel.getByRole('button', { name: 'Send request' }).click()
  await expect(
    panel
      .getByRole('region', { name: 'Response' })
      .getByRole('status')
      .filter({ hasText: /^Response200/ }),
  ).toBeVisible()
  expect(token).not.toBe('')
  expect(await page.content()).not.toContain(token)
  expect(await (await page.request.get(`${baseUrl}/docs`)).text()).not.toMatch(
    /eyJ[\w-]+\.[\w-]+\.|sk_live_[0-9A-Za-z]{20}/,
  )
  expect(await problemsOf(page, 'an answer to an owner')).toEqual([])
  await visit(page, `/projects/${demo.projectId}/audit`)
  await expect(page.getByRole('table', { name: 'Audit log' })).toContainText('Access token issued in the portal')
})

test('who is no owner is offered no key', async ({ page }) => {
  await signInAs(page, 'developer', '/docs')
  await expect(page.getByLabel('API key or access token')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Use this key' })).toHaveCount(0)
})
