import { randomUUID } from 'node:crypto'
import { expect, test } from '@playwright/test'
import { z } from 'zod'
import { connect } from './api'
import { takeSession } from './sign-in-as'
import { stack } from './stack'
import { visit, visitWhole } from './visit'

test('with a banner above, both ends of the sidebar stay in sight', async ({ page }) => {
  const { demo } = stack()
  await page.setViewportSize({ width: 1440, height: 900 })
  await takeSession(page, 'operator')
  const account = page.getByRole('button', { name: /^Account: / }).filter({ visible: true })
  const home = page.getByRole('complementary').getByRole('link', { name: 'Slipway, home' })
  for (const name of ['keys', 'wallets']) {
    await visitWhole(page, `/projects/${demo.projectId}/${name}`)
    await expect(page.getByRole('region', { name: 'Notice' })).toBeVisible()
    await expect(account).toBeInViewport({ ratio: 1 })
    await page.mouse.wheel(0, 5_000)
    await expect(account).toBeInViewport({ ratio: 1 })
    await expect(home).toBeInViewport({ ratio: 1 })
  }
})

test('the present page stands whole in a sidebar that is longer than the window', async ({ page }) => {
  const project = `/projects/${stack().demo.projectId}`
  await page.setViewportSize({ width: 1280, height: 800 })
  for (const [who, path] of [
    ['owner', `${project}/team`],
    ['owner', `${project}/settings`],
    ['operator', '/operator/audit'],
  ] as const) {
    await takeSession(page, who)
    await visitWhole(page, path)
    const item = page.getByRole('complementary').locator('[aria-current=page]')
    const isWhole = await item.evaluate((link) => {
      const { left, top, bottom } = link.getBoundingClientRect()
      const isOwn = (y: number) => link.contains(document.elementFromPoint(left + 20, y))
      return isOwn(top + 1) && isOwn(bottom - 1)
    })
    expect(isWhole, path).toBe(true)
  }
})

const listed = z.object({ items: z.array(z.object({ id: z.string(), address: z.string() })) })

test('a bound wallet has its address in one line on a phone', async ({ page }) => {
  const { baseUrl, demo } = stack()
  const api = await connect(demo.liveKey)
  await api.post('/v1/wallet/hd/generate', { chainType: 'EVM', purpose: 'BOUND' })
  const [wallet] = listed.parse(await api.get('/v1/wallet/hd')).items
  if (!wallet) throw new Error('the wallet is not listed')
  await takeSession(page, 'owner')
  const bound = await page.request.post(`${baseUrl}/api/trpc/wallets.bind`, {
    headers: { origin: baseUrl, 'idempotency-key': randomUUID() },
    data: { json: { projectId: demo.projectId, walletId: wallet.id, boundProjectId: demo.projectId } },
  })
  expect(bound.status()).toBe(200)
  await page.setViewportSize({ width: 390, height: 844 })
  await visit(page, `/projects/${demo.projectId}/wallets?search=${wallet.address}`)
  const address = page
    .getByRole('table', { name: 'Wallets' })
    .getByText(`${wallet.address.slice(0, 6)}…${wallet.address.slice(-4)}`)
  await expect(page.getByText(/^Only /).filter({ visible: true })).toBeVisible()
  expect((await address.boundingBox())?.height).toBeLessThan(28)
})

test('a tablet has the whole width for the page, and the navigation behind a button', async ({ page }) => {
  const { demo } = stack()
  await page.setViewportSize({ width: 800, height: 1000 })
  await takeSession(page, 'owner')
  await visitWhole(page, `/projects/${demo.projectId}/wallets`)
  await expect(page.getByRole('complementary', { name: 'Sidebar' })).toBeHidden()
  expect((await page.getByRole('main').boundingBox())?.width).toBe(800)
  await page.getByRole('button', { name: 'Search' }).filter({ visible: true, hasText: 'Ctrl K' }).click()
  await expect(page.getByRole('dialog', { name: 'Search' })).toBeVisible()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Open navigation' }).click()
  await page.getByRole('dialog', { name: 'Navigation' }).getByRole('link', { name: 'Deposits' }).click()
  await expect(page).toHaveURL(/\/deposits$/)
})
