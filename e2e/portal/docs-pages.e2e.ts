import { expect, test } from '@playwright/test'
import { z } from 'zod'
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
    '/docs',
    '/docs/api/createTransfer',
    '/docs/guides/webhooks',
    '/docs/events/payment.settled',
    '/docs/errors',
  ]) {
    const { link } = (await page.request.get(`${baseUrl}${path}`)).headers()
    expect(link?.split(/,\s*(?=<)/)).toContain(`<${path}.md>; rel="alternate"; type="text/markdown"`)
  }
  const overview = await page.request.get(`${baseUrl}/docs.md`)
  expect(overview.headers()['content-type']).toBe('text/markdown; charset=utf-8')
  expect(await overview.text()).toContain('/docs/guides/quickstart.md')
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

test('a page of the docs that is only read loads no script, and less than 72 KB', async ({ page }) => {
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
