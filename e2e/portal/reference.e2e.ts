import { expect, test } from '@playwright/test'
import { readCopiedText } from './read-copied-text'
import { visit } from './visit'

// For workers to share.
test.describe.configure({ mode: 'parallel' })

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
  await page.getByRole('navigation', { name: 'Previous and next page' }).getByRole('link').last().click()
  await expect(page.getByRole('tab', { name: 'Python', selected: true })).toBeVisible()

  await visit(page, '/docs#listWallets')
  await expect(page).toHaveURL(/\/docs\/api\/listWallets$/)
})

test('a phone finds an operation through the menu', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await visit(page, '/docs')
  await page.getByRole('button', { name: 'Open navigation' }).click()
  await page.getByRole('dialog').getByRole('link', { name: 'Initiate a transfer' }).click()
  await expect(page.getByRole('dialog')).toBeHidden()
  await expect(page.getByRole('heading', { name: 'Initiate a transfer' })).toBeInViewport()
})
