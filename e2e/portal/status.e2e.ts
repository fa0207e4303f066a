import { expect, test } from '@playwright/test'
import { signInAs } from './sign-in-as'
import { stack } from './stack'
import { inspectPage } from './themes'
import { expectToast } from './toasts'

test('an operator publishes the status page, which needs no sign-in and no script, and withdraws it', async ({
  page,
  browser,
}) => {
  const { baseUrl, demo } = stack()
  const address = `${baseUrl}/status`
  const visitor = await browser.newContext({ javaScriptEnabled: false, colorScheme: 'dark' })
  const outside = await visitor.newPage()
  expect((await outside.goto(address))?.status()).toBe(404)
  await expect(outside.getByRole('heading', { name: 'Page not found' })).toBeVisible()
  await expect(outside.locator('body')).toHaveCSS('background-color', 'rgb(7, 15, 22)')
  expect((await page.goto(address))?.status()).toBe(404)
  await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible()

  await signInAs(page, 'operator', '/operator/alarms')
  await page.getByRole('button', { name: 'Publish status page' }).click()
  const question = page.getByRole('alertdialog')
  await question.getByRole('button', { name: 'Publish status page' }).click()
  await expectToast(page, 'Status page published')
  await expect(question).toBeHidden()
  await expect(page.getByRole('button', { name: 'Withdraw status page' })).toBeVisible()

  const answer = await outside.goto(address)
  expect(answer?.status()).toBe(200)
  await expect(outside.getByRole('heading', { name: 'Status', exact: true })).toBeVisible()
  await expect(outside.locator('html')).toHaveCSS('color-scheme', 'dark')
  await expect(outside.getByRole('button')).toHaveCount(0)
  const testnets = outside.getByRole('list', { name: 'Testnets' })
  const chain = testnets.getByRole('listitem').filter({ hasText: 'Base Sepolia' })
  await expect(chain).toContainText(/Operational|Degraded|Down/)
  await expect(chain.getByRole('img', { name: /^Base Sepolia, last 90 days: / })).toBeVisible()
  const html = await outside.content()
  for (const internal of [demo.businessId, demo.projectId, 'dispatcher']) expect(html).not.toContain(internal)
  await visitor.close()

  await page.goto(address)
  await expect(page.getByRole('heading', { name: 'Status', exact: true })).toBeVisible()
  expect(await inspectPage(page, 'status page')).toEqual([])

  await signInAs(page, 'operator', '/operator/alarms')
  await page.getByRole('button', { name: 'Withdraw status page' }).click()
  await question.getByRole('button', { name: 'Withdraw status page' }).click()
  await expect(question).toBeHidden()
  await expect(page.getByRole('button', { name: 'Publish status page' })).toBeVisible()
  expect((await page.goto(address))?.status()).toBe(404)
})
