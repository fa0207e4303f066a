import { expect, test } from '@playwright/test'
import { z } from 'zod'
import { problemsOf } from './problems-of'
import { readCopiedText } from './read-copied-text'
import { signInAs } from './sign-in-as'
import { stack } from './stack'
import { visit } from './visit'
import { MAX_DOCS_ELEMENTS, weighPages } from './weigh-pages'

// For workers to share.
test.describe.configure({ mode: 'parallel' })

const openApiDocument = z.object({
  paths: z.record(z.string(), z.record(z.string(), z.object({ operationId: z.string(), summary: z.string() }))),
})

const entries = z.array(z.object({ path: z.string(), title: z.string() }))

test('the docs have a page for every operation, answer each as Markdown and ask no other host', async ({ page }) => {
  const { baseUrl } = stack()
  const strangers: string[] = []
  page.on('request', (request) => {
    if (!request.url().startsWith(baseUrl) && !request.url().startsWith('data:')) strangers.push(request.url())
  })
  const { paths } = openApiDocument.parse(await (await page.request.get(`${baseUrl}/v1/openapi.json`)).json())
  const operations = Object.values(paths).flatMap((methods) => Object.values(methods))
  await visit(page, '/docs')
  for (const { operationId, summary } of operations) {
    const link = page.locator('main').getByRole('link', { name: summary, exact: true })
    await expect(link.or(page.locator(`main a[href="/docs/api/${operationId}"]`)).first()).toBeVisible()
  }
  for (const { path, title } of entries.parse(await (await page.request.get(`${baseUrl}/docs/search.json`)).json())) {
    const markdown = await page.request.get(`${baseUrl}${path}.md`)
    expect(markdown.headers()['content-type']).toBe('text/markdown; charset=utf-8')
    expect(await markdown.text()).toContain(`# ${title}\n`)
    expect(markdown.headers().link ?? '').not.toContain('alternate')
  }
  for (const path of [
    '/docs/api/createTransfer',
    '/docs/guides/webhooks',
    '/docs/events/payment.settled',
    '/docs/errors',
  ]) {
    const { link } = (await page.request.get(`${baseUrl}${path}`)).headers()
    expect(link?.split(/,\s*(?=<)/)).toContain(`<${path}.md>; rel="alternate"; type="text/markdown"`)
  }
  expect((await page.request.get(`${baseUrl}/docs/api/nothing.md`)).status()).toBe(404)
  expect((await page.request.get(`${baseUrl}/docs/api/nothing`)).status()).toBe(404)
  const llms = await (await page.request.get(`${baseUrl}/llms.txt`)).text()
  expect(operations.filter(({ operationId }) => !llms.includes(`/docs/api/${operationId}.md`))).toEqual([])
  expect(strangers).toEqual([])
})

test('no page of the docs has more than 1,500 elements', async ({ page }) => {
  test.setTimeout(600_000)
  const { baseUrl } = stack()
  const pages = entries.parse(await (await page.request.get(`${baseUrl}/docs/search.json`)).json())
  const counts: [path: string, elements: number][] = []
  for (const path of new Set(['/docs', ...pages.map((one) => one.path)])) {
    const html = await (await page.request.get(baseUrl + path)).text()
    counts.push([path, html.replaceAll(/<script\b.*?<\/script>/gs, '<script>').match(/<[a-z]/gi)?.length ?? 0])
  }
  expect(counts.length).toBeGreaterThan(100)
  expect(counts.filter(([, elements]) => elements < 200 || elements > MAX_DOCS_ELEMENTS)).toEqual([])
})

test('a page of the docs that is only read loads no script, and less than 80 KB', async ({ page }) => {
  test.setTimeout(120_000)
  const { baseUrl } = stack()
  const tooHeavy = await weighPages(page)
  const problems: string[] = []
  for (const path of ['/docs', '/docs/errors', '/docs/api/createTransfer', '/docs/guides/quickstart']) {
    await page.goto(baseUrl + path)
    await page.mouse.wheel(0, 2_000)
    await page.waitForLoadState('networkidle')
    expect(await page.locator('script[data-src]').count()).toBeGreaterThan(3)
    expect(await page.locator('script[src^="/_next/"]:not([nomodule])').count()).toBe(0)
    problems.push(...(await tooHeavy(path)))
    const present = page.getByRole('complementary').locator('[aria-current=page]')
    await expect(present).toBeInViewport()
  }
  expect(problems).toEqual([])
})

test('what is pressed before the scripts are there happens once they are', async ({ page }) => {
  const { baseUrl } = stack()
  let letGo = () => {}
  const held = new Promise<void>((resolve) => {
    letGo = resolve
  })
  await page.route('**/_next/static/chunks/**/*.js', async (route) => {
    await held
    await route.continue()
  })
  await page.goto(`${baseUrl}/docs/api/createTransfer`)
  await page.getByRole('tab', { name: 'Python' }).click()
  letGo()
  await expect(page.getByRole('figure').filter({ hasText: 'urllib.request' })).toBeVisible()
  await page.unrouteAll({ behavior: 'wait' })

  await page.evaluate(() => sessionStorage.clear())
  await page.goto(`${baseUrl}/docs/guides/idempotency`)
  await page.keyboard.press('Control+k')
  await expect(page.getByRole('dialog', { name: 'Search the docs' }).getByRole('searchbox')).toBeFocused()

  await page.evaluate(() => sessionStorage.clear())
  await page.goto(`${baseUrl}/docs/errors`)
  await page.getByLabel('Filter the codes').fill('payment required')
  await expect(page.locator('#policy_limit')).toHaveCount(0)
  await page.goto(`${baseUrl}/docs/api/listWallets`)
  await page.getByRole('button', { name: 'Try it: List wallets' }).click()
  await expect(page.getByRole('dialog', { name: 'List wallets' })).toBeVisible()
})

test('a reader unfolds a response and the fields of an error', async ({ page }) => {
  await visit(page, '/docs/api/createTransfer')
  const examples = page.getByRole('tablist', { name: 'Example responses' })
  await expect(examples.getByRole('tab', { selected: true })).toHaveText('202')
  await examples.getByRole('tab', { name: '201' }).click()
  await expect(page.getByRole('figure').filter({ hasText: 'Response 201' })).toBeVisible()
  const reply = page.locator('details', { hasText: '202' })
  await expect(reply.getByText('data.txHash', { exact: true })).toHaveCount(0)
  await reply.locator('summary').click()
  await expect(reply.getByText('data.txHash', { exact: true })).toBeVisible()
  await visit(page, '/docs/errors#Error')
  const fields = page.getByRole('region', { name: 'Error', exact: true })
  await fields.locator('summary').click()
  await expect(fields.getByText('resolveUrl', { exact: true })).toBeVisible()
})

test('a reader filters the error codes, and the address of a code leads to its row', async ({ page }) => {
  await visit(page, '/docs/errors#policy_limit')
  await expect(page.locator('#policy_limit')).toBeInViewport()
  await page.getByLabel('Filter the codes').fill('payment required')
  await expect(page.getByRole('heading', { name: '402 Payment required' })).toBeVisible()
  await expect(page.locator('#policy_limit')).toHaveCount(0)
  await page.getByLabel('Filter the codes').fill('')
  await page.getByRole('navigation', { name: 'Statuses' }).getByRole('link', { name: '429' }).click()
  await expect(page.getByRole('heading', { name: '429 Too many requests' })).toBeInViewport()
})

test('a reader copies a page as Markdown, and a hint names the button by pointer and by keyboard', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await visit(page, '/docs/api/createTransfer')
  const button = page.getByRole('button', { name: 'Copy the page as Markdown' })
  const hint = page.locator('[popover]')
  await button.hover()
  await expect(hint).toHaveText('Copy the page as Markdown')
  await expect(hint).toBeInViewport({ ratio: 1 })
  const [above, below] = [await hint.boundingBox(), await button.boundingBox()]
  expect((above?.y ?? 0) + (above?.height ?? 0)).toBeLessThanOrEqual(below?.y ?? 0)
  await page.keyboard.press('Escape')
  await expect(hint).toHaveCount(0)
  expect(await readCopiedText(button)).toContain('# Initiate a transfer\n')
  await page.mouse.move(0, 0)
  await expect(hint).toHaveCount(0)
  await page.getByRole('link', { name: 'Markdown', exact: true }).focus()
  await page.keyboard.press('Tab')
  await expect(button).toBeFocused()
  await expect(hint).toBeInViewport({ ratio: 1 })
  await page.keyboard.press('Tab')
  await expect(hint).toHaveCount(0)
})

test('a reader searches by keyboard, keeps a language and finds an old address', async ({ page }) => {
  await visit(page, '/docs')
  await expect(page.locator('[data-listening=true]').first()).toBeAttached()
  await page.keyboard.press('/')
  const search = page.getByRole('dialog', { name: 'Search the docs' })
  const first = search.getByRole('link').first()
  await expect(search.getByRole('searchbox')).toBeFocused()
  await search.getByRole('searchbox').fill('initiate transfer')
  await expect(first).toContainText('Initiate a transfer')
  await search.getByRole('searchbox').fill('qzxv')
  await expect(search.getByRole('status')).toHaveText('No page has these words.')
  await search.getByRole('searchbox').fill('initiate qzxv')
  await expect(search.getByRole('status')).toHaveText('No page has all of these words. These have some of them.')
  await expect(first).toContainText('Initiate a transfer')
  await search.getByRole('searchbox').fill('payment required')
  await expect(first).toHaveAttribute('href', '/docs/errors#status-402')
  await search.getByRole('searchbox').fill('webhook signature')
  await expect(first.locator('mark').first()).toHaveText(/webhook|signature/i)
  await search.getByRole('searchbox').fill('policy_limit')
  await expect(search.getByRole('link', { name: 'Policies' })).toBeVisible()
  await search.getByRole('searchbox').fill('initiate transfer')
  await expect(first).toContainText('Initiate a transfer')
  await page.keyboard.press('ArrowDown')
  await expect(first).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/docs\/api\/createTransfer$/)
  await expect(search).toBeHidden()

  await page.getByRole('tab', { name: 'Python' }).click()
  await expect(page.getByRole('figure').filter({ hasText: 'urllib.request' })).toBeVisible()
  await page.getByRole('navigation', { name: 'Pages beside this one' }).getByRole('link').last().click()
  await expect(page.getByRole('tab', { name: 'Python', selected: true })).toBeVisible()

  await visit(page, '/docs#listWallets')
  await expect(page).toHaveURL(/\/docs\/api\/listWallets$/)
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
  await expect(page.getByRole('table', { name: 'Audit log' })).toContainText('key.token_taken')
})

test('who is no owner is offered no key', async ({ page }) => {
  await signInAs(page, 'developer', '/docs')
  await expect(page.getByLabel('API key or access token')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Use this key' })).toHaveCount(0)
})

test('a phone finds an operation through the menu', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await visit(page, '/docs')
  await page.getByRole('button', { name: 'Open navigation' }).click()
  await page.getByRole('dialog').getByRole('link', { name: 'Initiate a transfer' }).click()
  await expect(page.getByRole('dialog')).toBeHidden()
  await expect(page.getByRole('heading', { name: 'Initiate a transfer' })).toBeInViewport()
})
