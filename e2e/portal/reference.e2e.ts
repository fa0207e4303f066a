import { expect, test } from '@playwright/test'
import { z } from 'zod'
import { lookAt } from './looks'
import { problemsOf } from './problems-of'
import { ALIKE, markAlike, REFERENCE_SECTIONS } from './shapes'
import { signInAs } from './sign-in-as'
import { stack } from './stack'
import { visit } from './visit'

// For workers to share.
test.describe.configure({ mode: 'parallel' })

const openApiDocument = z.object({
  paths: z.record(z.string(), z.record(z.string(), z.object({ summary: z.string() }))),
})

test('the reference lists every operation of the OpenAPI document and asks no other host', async ({ page }) => {
  const { baseUrl } = stack()
  const strangers: string[] = []
  page.on('request', (request) => {
    if (!request.url().startsWith(baseUrl) && !request.url().startsWith('data:')) strangers.push(request.url())
  })
  await visit(page, '/docs')
  const { paths } = openApiDocument.parse(await (await page.request.get(`${baseUrl}/v1/openapi.json`)).json())
  const summaries = Object.values(paths).flatMap((methods) => Object.values(methods).map((item) => item.summary))
  for (const summary of summaries) {
    await expect(page.getByRole('heading', { level: 3, name: summary, exact: true })).toBeVisible()
    await expect(page.getByRole('button', { name: `Try it: ${summary}`, exact: true })).toBeVisible()
  }
  await page.waitForLoadState('networkidle')
  expect(strangers).toEqual([])
})

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

  await page.getByRole('button', { name: 'Try it: Generate wallets' }).click()
  const panel = page.getByRole('dialog', { name: 'Generate wallets' })
  await panel.getByLabel('Body (JSON)').fill('{ "chainType": "EVM", "purpose": "REFERENCE" }')
  await panel.getByRole('button', { name: 'Send request' }).click()
  const answer = panel.getByRole('region', { name: 'Response' })
  await expect(answer.getByRole('status').filter({ hasText: '201' })).toBeVisible()
  await expect(answer).toContainText('"addressIndex"')
  await expect(answer).toContainText('x-request-id')
  problems.push(...(await problemsOf(page, 'an answer', { within: '[role=dialog]' })))

  await panel.getByRole('button', { name: 'New Idempotency-Key' }).click()
  await panel.getByLabel('Body (JSON)').fill('{ "chainType": "MOON" }')
  await panel.getByRole('button', { name: 'Send request' }).click()
  await expect(answer.getByRole('status').filter({ hasText: '400' })).toBeVisible()
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
  await page.getByRole('button', { name: 'Try it: List wallets' }).click()
  const panel = page.getByRole('dialog', { name: 'List wallets' })
  await panel.getByRole('button', { name: 'Send request' }).click()
  await expect(
    panel.getByRole('region', { name: 'Response' }).getByRole('status').filter({ hasText: '200' }),
  ).toBeVisible()
  expect(token).not.toBe('')
  expect(await page.content()).not.toContain(token)
  expect(await (await page.request.get(`${baseUrl}/docs`)).text()).not.toMatch(
    /eyJ[\w-]+\.[\w-]+\.|sk_live_[0-9A-Za-z]{20}/,
  )
  await markAlike(page, REFERENCE_SECTIONS)
  expect(await problemsOf(page, 'an answer to an owner', { except: ALIKE })).toEqual([])
  await visit(page, `/projects/${demo.projectId}/audit`)
  await expect(page.getByRole('table', { name: 'Audit log' })).toContainText('key.token_taken')
})

test('who is no owner is offered no key', async ({ page }) => {
  await signInAs(page, 'developer', '/docs')
  await expect(page.getByLabel('API key or access token')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Use this key' })).toHaveCount(0)
})

test('the replies of every operation unfold in order', async ({ page }) => {
  await visit(page, '/docs')
  // Until React has reached a part, nobody hears that it unfolds; it goes from top to bottom.
  await page.waitForFunction(() => {
    const last = [...document.querySelectorAll('main details')].at(-1)
    return last !== undefined && Object.keys(last).some((name) => name.startsWith('__reactProps$'))
  })
  await page.locator('details').evaluateAll((all) => {
    for (const one of all) one.setAttribute('open', '')
  })
  // Programs are written when their part unfolds.
  await expect(page.locator('details[open] > summary:only-child')).toHaveCount(0)
  await markAlike(page, REFERENCE_SECTIONS)
  expect(await lookAt(page, 'unfolded', { except: ALIKE })).toEqual([])
})

test('a phone finds an operation through the menu', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await visit(page, '/docs')
  await page.getByRole('button', { name: 'Open navigation' }).click()
  await page.getByRole('dialog').getByRole('link', { name: 'Initiate a transfer' }).click()
  await expect(page.getByRole('dialog')).toBeHidden()
  await expect(page.getByRole('heading', { name: 'Initiate a transfer' })).toBeInViewport()
})
