import { expect, test } from '@playwright/test'
import { z } from 'zod'
import { problemsOf } from './problems-of'
import { stack } from './stack'

const document = z.object({ paths: z.record(z.string(), z.record(z.string(), z.object({ summary: z.string() }))) })

test('the reference lists every operation of the OpenAPI document and asks no other host', async ({ page }) => {
  const { baseUrl } = stack()
  const strangers: string[] = []
  page.on('request', (request) => {
    if (!request.url().startsWith(baseUrl) && !request.url().startsWith('data:')) strangers.push(request.url())
  })
  await page.goto(`${baseUrl}/docs`, { waitUntil: 'networkidle' })
  const { paths } = document.parse(await (await page.request.get(`${baseUrl}/v1/openapi.json`)).json())
  const summaries = Object.values(paths).flatMap((methods) => Object.values(methods).map((item) => item.summary))
  for (const summary of summaries) {
    await expect(page.getByRole('heading', { level: 3, name: summary, exact: true })).toBeVisible()
    await expect(page.getByRole('button', { name: `Try it: ${summary}`, exact: true })).toBeVisible()
  }
  expect(strangers).toEqual([])
})

test('a reader pastes a key and calls the API from the reference', async ({ page }) => {
  const { baseUrl, demo } = stack()
  const problems: string[] = []
  await page.goto(`${baseUrl}/docs`)
  await page.getByLabel('API key or access token').fill('sk_live_wrong')
  await page.getByRole('button', { name: 'Use it' }).click()
  await expect(page.getByRole('alert').filter({ hasText: 'API key' })).toBeVisible()
  await page.getByLabel('API key or access token').fill(demo.liveKey)
  await page.getByRole('button', { name: 'Use it' }).click()
  await expect(page.getByText('Calls carry your token')).toBeVisible()

  await page.getByRole('button', { name: 'Try it: Generate wallets' }).click()
  const panel = page.getByRole('dialog', { name: 'Generate wallets' })
  await panel.getByLabel('Body (JSON)').fill('{ "chainType": "EVM", "purpose": "REFERENCE" }')
  await panel.getByRole('button', { name: 'Send request' }).click()
  const answer = panel.getByRole('region', { name: 'Answer' })
  await expect(answer.getByRole('status').filter({ hasText: '201' })).toBeVisible()
  await expect(answer).toContainText('"addressIndex"')
  await expect(answer).toContainText('x-request-id')
  problems.push(...(await problemsOf(page, 'an answer')))

  await panel.getByRole('button', { name: 'New Idempotency-Key' }).click()
  await panel.getByLabel('Body (JSON)').fill('{ "chainType": "MOON" }')
  await panel.getByRole('button', { name: 'Send request' }).click()
  await expect(answer.getByRole('status').filter({ hasText: '400' })).toBeVisible()
  problems.push(...(await problemsOf(page, 'a refusal')))
  expect(problems).toEqual([])
})

test('the replies of every operation unfold in order', async ({ page }) => {
  test.setTimeout(120_000)
  const problems: string[] = []
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.goto(`${stack().baseUrl}/docs`, { waitUntil: 'networkidle' })
  await page.locator('details').evaluateAll((all) => {
    for (const one of all) one.setAttribute('open', '')
  })
  // A long page: each theme and each width once, every-page has the rest.
  for (const [colorScheme, width] of [
    ['light', 1440],
    ['dark', 390],
  ] as const) {
    await page.setViewportSize({ width, height: 900 })
    await page.emulateMedia({ colorScheme })
    await expect(page.locator('html')).toHaveClass(new RegExp(`\\b${colorScheme}\\b`))
    problems.push(...(await problemsOf(page, `unfolded ${colorScheme} ${width}`)))
  }
  expect(problems).toEqual([])
})

test('a phone finds an operation through the menu', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(`${stack().baseUrl}/docs`)
  await page.getByRole('button', { name: 'Open navigation' }).click()
  await page.getByRole('dialog').getByRole('link', { name: 'Initiate a transfer' }).click()
  await expect(page.getByRole('dialog')).toBeHidden()
  await expect(page.getByRole('heading', { name: 'Initiate a transfer' })).toBeInViewport()
})
