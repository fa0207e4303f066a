import { expect, type Page, test } from '@playwright/test'
import { signInAs } from './sign-in-as'
import { stack } from './stack'
import { untilWhole } from './visit'

/** Not the button of the same name that sends the form. */
const opener = (page: Page) => page.getByRole('main').getByRole('button', { name: 'Create business' })
const form = (page: Page) => page.getByRole('dialog', { name: 'Create a business' })
const failure = (page: Page) => page.getByRole('dialog', { name: 'Not loaded' })
const SCRIPTS = '**/_next/static/**'

/** The page before the pointer comes near the button. */
async function openBusinesses(page: Page): Promise<void> {
  await signInAs(page, 'operator', '/operator/businesses')
}

test('a dialog is loaded when somebody comes near its button, and not before', async ({ page }) => {
  await openBusinesses(page)
  const asked: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('/_next/static/')) asked.push(request.url())
  })
  await opener(page).hover()
  await expect.poll(() => asked.length).toBeGreaterThan(0)
  await page.waitForLoadState('networkidle')
  const ahead = asked.length
  await opener(page).click()
  await expect(form(page).getByLabel('Name', { exact: true })).toBeFocused()
  expect(asked).toHaveLength(ahead)
  await page.keyboard.press('Escape')
  await expect(form(page)).toBeHidden()
  await expect(opener(page)).toBeFocused()
})

test('a dialog that cannot be loaded says so, and is loaded by the next try', async ({ page, context }) => {
  await openBusinesses(page)
  await context.setOffline(true)
  await opener(page).click()
  await expect(failure(page).getByRole('alert')).toContainText('Check your connection and try again')
  await failure(page).getByRole('button', { name: 'Try again' }).click()
  await expect(failure(page).getByRole('alert')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(failure(page)).toBeHidden()
  await expect(opener(page)).toBeFocused()

  // The button itself is such a try.
  await page.keyboard.press('Enter')
  await expect(failure(page)).toBeVisible()
  await context.setOffline(false)
  await failure(page).getByRole('button', { name: 'Try again' }).click()
  await expect(form(page).getByLabel('Name', { exact: true })).toBeFocused()
  await expect(failure(page)).toBeHidden()
  await page.keyboard.press('Escape')
  await expect(opener(page)).toBeFocused()
})

test('while a dialog is on its way its button says so, and many clicks open one', async ({ page }) => {
  await openBusinesses(page)
  let letGo = () => {}
  const held = new Promise<void>((resolve) => {
    letGo = resolve
  })
  await page.route(SCRIPTS, async (route) => {
    await held
    await route.continue()
  })
  await opener(page).evaluate((button: HTMLElement) => {
    button.click()
    button.click()
  })
  await expect(opener(page)).toHaveAttribute('aria-busy', 'true')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  letGo()
  await expect(form(page).getByLabel('Name', { exact: true })).toBeFocused()
  await expect(page.getByRole('dialog')).toHaveCount(1)
})

test('a button whose dialog came just as the wait for it grew long does not wait on for ever', async ({ page }) => {
  await openBusinesses(page)
  // On a busy machine a timer can end between the load and the rendering that would have cleared it.
  await page.clock.install()
  await page.evaluate(() => {
    window.clearTimeout = () => {}
  })
  await opener(page).click()
  await expect(form(page).getByLabel('Name', { exact: true })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(form(page)).toBeHidden()
  await page.clock.runFor(1000)
  await expect(opener(page)).toBeEnabled()
  await opener(page).click()
  await expect(form(page)).toBeVisible()
})

test('a dialog begins anew each time it opens', async ({ page }) => {
  await openBusinesses(page)
  await opener(page).click()
  await form(page).getByLabel('Name', { exact: true }).fill('x')
  await page.keyboard.press('Enter')
  await expect(form(page).getByText('Enter a name of at least 2 characters')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(form(page)).toBeHidden()
  await opener(page).click()
  await expect(form(page).getByLabel('Name', { exact: true })).toHaveValue('')
  await expect(form(page).getByText('Enter a name of at least 2 characters')).toBeHidden()
})

test('on a touch screen no field gets the focus, which would open the keyboard over the dialog', async ({
  browser,
}) => {
  const context = await browser.newContext({ hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 } })
  const page = await context.newPage()
  await openBusinesses(page)
  await opener(page).tap()
  await expect(form(page)).toBeVisible()
  await expect(form(page).getByRole('button', { name: 'Close' })).toBeFocused()
  await context.close()
})

test('a menu that is loaded late opens as any other, by click and by key, and gives the focus back', async ({
  page,
  context,
}) => {
  await openBusinesses(page)
  const account = page.getByRole('button', { name: /^Account: / }).filter({ visible: true })
  const theme = page.getByRole('button', { name: 'Theme' }).filter({ visible: true })

  await context.setOffline(true)
  await account.click()
  await expect(failure(page).getByRole('alert')).toBeVisible()
  await context.setOffline(false)
  await page.keyboard.press('Escape')
  await expect(account).toBeFocused()

  await page.keyboard.press('Enter')
  await expect(page.getByRole('menuitem', { name: 'Sign-in and security' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('menu')).toBeHidden()
  await expect(account).toBeFocused()

  await theme.click()
  await expect(page.getByRole('menuitem')).toHaveCount(3)
  await page.getByRole('menuitem', { name: 'Dark' }).click()
  await expect(page.locator('html')).toHaveClass(/dark/)
  await expect(page.getByRole('menu')).toBeHidden()
  await expect(theme).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await expect(page.getByRole('menuitem', { name: 'Light' })).toBeFocused()
})

test('a filter that is loaded late opens as any other, by click and by key, and gives the focus back', async ({
  page,
  context,
}) => {
  await signInAs(page, 'operator', '/operator/lanes')
  const state = page.getByRole('combobox', { name: 'State' })
  const options = page.getByRole('option')

  await context.setOffline(true)
  await state.click()
  await expect(failure(page).getByRole('alert')).toBeVisible()
  await context.setOffline(false)
  await page.keyboard.press('Escape')
  await expect(state).toBeFocused()

  await page.keyboard.press('ArrowDown')
  await expect(options.first()).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(options).toHaveCount(0)
  await expect(state).toBeFocused()

  await state.click()
  await page.getByRole('option', { name: 'Including idle' }).click()
  await expect(state).toContainText('Including idle')
  await expect(page).toHaveURL(/state=all/)
  await expect(state).toBeFocused()
})

test('a part of a page that cannot be loaded is reported in its place, and the next try loads it', async ({
  page,
  context,
}) => {
  await signInAs(page, 'operator', '/operator/payments')
  await untilWhole(page)
  await context.setOffline(true)
  await page.getByRole('tab', { name: 'Refunds' }).click()
  const main = page.getByRole('main')
  const notLoaded = main.getByRole('alert').filter({ hasText: 'This part of the page could not be loaded' })
  await expect(notLoaded).toBeVisible()
  await expect(main.getByRole('heading', { name: 'Payments' })).toBeVisible()
  await notLoaded.getByRole('button', { name: 'Try again' }).click()
  await expect(notLoaded).toBeVisible()
  await context.setOffline(false)
  await notLoaded.getByRole('button', { name: 'Try again' }).click()
  await expect(main.getByRole('combobox', { name: 'State' })).toBeVisible()
  await expect(notLoaded).toHaveCount(0)
})

test('a later step of a form that cannot be loaded leaves the first one as it is', async ({ page }) => {
  // Loaded ahead, so that going offline once the page stands would come too late.
  await page.route(SCRIPTS, async (route) => {
    const response = await route.fetch()
    if ((await response.text()).includes('Grace period (days)')) await route.abort('internetdisconnected')
    else await route.fulfill({ response })
  })
  await signInAs(page, 'owner', `/projects/${stack().demo.projectId}/tokens/new`)
  const next = page.getByRole('button', { name: 'Continue' })
  const step = page.getByRole('list', { name: 'Steps' }).locator('[aria-current=step]')
  await page.getByRole('textbox', { name: 'Ticker' }).fill('UNREAD')
  await page.getByRole('textbox', { name: 'Name' }).fill('A bond that nobody issues')
  await page.getByRole('textbox', { name: 'Issue price' }).fill('1')
  await next.click()
  await expect(failure(page).getByRole('alert')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(step).toContainText('Asset')
  await expect(page.getByRole('textbox', { name: 'Ticker' })).toHaveValue('UNREAD')

  await page.unroute(SCRIPTS)
  await next.click()
  await expect(step).toContainText('Limits')
  await next.click()
  await expect(step).toContainText('Yield')
  await expect(page.getByLabel('Grace period (days)')).toBeVisible()
})
