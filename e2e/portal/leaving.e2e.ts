import { expect, type Page, test } from '@playwright/test'
import { z } from 'zod'
import { newProject } from './new-project'
import { ask, mutationsOf } from './portal-queries'
import { signInAs } from './sign-in-as'
import { stack } from './stack'
import { untilWhole } from './visit'

const keys = z.object({ items: z.array(z.object({ id: z.string() })) }).transform(({ items }) => items)
const wallets = z.object({ total: z.number() })
const LIVE_KEY = /^sk_live_[0-9A-Za-z]{49}$/

const confirm = (page: Page) => page.getByRole('alertdialog').getByRole('button', { name: 'Issue keys' })
const newKeys = (page: Page) => page.getByRole('dialog', { name: 'New API keys' })
const liveKey = (page: Page) => newKeys(page).getByRole('textbox', { name: 'Live key' })

test('a form in a dialog has its first field ready, and Enter sends what was typed', async ({ page }) => {
  await signInAs(page, 'operator', '/operator/businesses')
  await page.getByRole('button', { name: 'Create business' }).click()
  const dialog = page.getByRole('dialog', { name: 'Create a business' })
  await expect(dialog.getByLabel('Name', { exact: true })).toBeFocused()
  const name = `Typed ${Date.now()}`
  await page.keyboard.type(name)
  await page.keyboard.press('Tab')
  await page.keyboard.type('Ada Owner')
  await page.keyboard.press('Tab')
  await page.keyboard.type(`ada-${Date.now()}@example.test`)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name })).toBeVisible()
})

test('offline, a form says what is known and that it may be sent again; sent again it is done once', async ({
  page,
  context,
}) => {
  const { projectId } = stack().demo
  await signInAs(page, 'owner', `/projects/${projectId}/wallets`)
  const count = async () => (await ask(page, 'wallets.list', { projectId }, wallets)).total
  const before = await count()
  await page.getByRole('button', { name: 'Generate wallets' }).first().click()
  const dialog = page.getByRole('dialog', { name: 'Generate wallets' })
  await dialog.getByLabel('Purpose').fill('OFFLINE')
  await untilWhole(page)

  await context.setOffline(true)
  await dialog.getByRole('button', { name: 'Generate' }).click()
  await expect(dialog.getByRole('alert')).toContainText(
    'You are offline. We cannot tell yet whether the request was executed.',
  )
  await expect(dialog.getByRole('alert')).toContainText('never executed twice')
  await expect(dialog.getByLabel('Purpose')).toHaveValue('OFFLINE')
  await context.setOffline(false)

  // Now the act is done and its answer is lost on the way.
  await page.route('**/api/trpc/wallets.create', async (route) => {
    await route.fetch()
    await route.abort()
  })
  await dialog.getByRole('button', { name: 'Generate' }).click()
  await expect(dialog.getByRole('alert')).toContainText('The server did not answer')
  expect(await count()).toBe(before + 1)
  await page.unroute('**/api/trpc/wallets.create')

  await dialog.getByRole('button', { name: 'Generate' }).click()
  await expect(dialog).toBeHidden()
  expect(await count()).toBe(before + 1)
})

test('whoever lost the answer with new keys gets the same keys by trying again', async ({ page }) => {
  await signInAs(page, 'operator', '/operator/businesses')
  const project = await newProject(page)
  const sent = mutationsOf(page)
  await page.route('**/api/trpc/keys.rotateOfProject', async (route) => {
    await route.fetch()
    await route.abort()
  })
  await page.getByRole('button', { name: 'Issue keys' }).click()
  await confirm(page).click()
  await expect(page.getByRole('alertdialog')).toContainText('The server did not answer')
  await page.unroute('**/api/trpc/keys.rotateOfProject')
  await confirm(page).click()
  await expect(liveKey(page)).toHaveValue(LIVE_KEY)
  expect(sent).toEqual(['keys.rotateOfProject', 'keys.rotateOfProject'])
  expect(await ask(page, 'keys.listOfProject', project, keys)).toHaveLength(2)
})

test('a secret that is not stored yet is not lost by Escape, the cross, a click beside it, the way back or a reload', async ({
  page,
}) => {
  await signInAs(page, 'operator', '/operator/businesses')
  await newProject(page)
  const address = page.url()
  await page.getByRole('button', { name: 'Issue keys' }).click()
  await confirm(page).click()
  const key = await liveKey(page).inputValue()
  const warning = newKeys(page).getByText('Close without storing it?')
  const stay = async () => {
    await expect(warning).toBeVisible()
    await newKeys(page).getByRole('button', { name: 'Keep it open' }).click()
    await expect(warning).toBeHidden()
    await expect(liveKey(page)).toHaveValue(key)
  }

  await page.keyboard.press('Escape')
  await stay()
  await newKeys(page).getByRole('button', { name: 'Close', exact: true }).click()
  await stay()
  await page.mouse.click(5, 5)
  await stay()
  for (let times = 0; times < 2; times++) {
    await page.goBack()
    expect(page.url()).toBe(address)
    await stay()
  }
  const asked = page.waitForEvent('dialog')
  await page.evaluate(() => void setTimeout(() => location.reload()))
  const question = await asked
  expect(question.type()).toBe('beforeunload')
  await question.dismiss()
  await expect(liveKey(page)).toHaveValue(key)

  await page.keyboard.press('Escape')
  await newKeys(page).getByRole('button', { name: 'Close without storing' }).click()
  await expect(newKeys(page)).toBeHidden()
  // The entry that held the page is left a moment later.
  await page.waitForFunction(() => !history.state?.leaveGuard)
  // The way back leads where it led before.
  await page.goBack()
  await expect(page).toHaveURL(/\/operator\/businesses\/[0-9a-f-]{36}$/)
})
