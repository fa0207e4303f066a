import { expect, type Locator, type Page, test } from '@playwright/test'
import { listsOf } from './list-pages'
import { activity } from './make-activity'
import { problemsOf } from './problems-of'
import { takeSession } from './sign-in-as'
import { stack } from './stack'
import { visitWhole } from './visit'

// For workers to share.
test.describe.configure({ mode: 'parallel' })

const DESK = { width: 1280, height: 800 }
const PHONE = { width: 390, height: 844 }
/** The screen of a desk at 400 % zoom. */
const ZOOMED = { width: 320, height: 256 }

const opener = (page: Page) => page.getByRole('main').getByRole('button', { name: /^Filters/ })
const sheetOf = (page: Page) => page.getByRole('dialog', { name: 'Filters' })

/** By how many pixels a dialog and its parts leave the screen or each other. */
function overflowOf(sheet: Locator): Promise<number> {
  return sheet.evaluate((box) => {
    const { left, top, right, bottom } = box.getBoundingClientRect()
    const sideways = [...box.querySelectorAll('*')].map((part) =>
      part.matches('.sr-only, input') ? 0 : part.scrollWidth - part.clientWidth,
    )
    const inner = [...box.querySelectorAll('input, button')].map((part) => part.getBoundingClientRect().right - right)
    return Math.max(-left, -top, right - innerWidth, bottom - innerHeight, ...sideways, ...inner, 0)
  })
}

/** In how many rows the controls of a filter bar are, at most; 0 on a page without one. */
function rowsOf(page: Page): Promise<number> {
  return page.locator('[data-filter-bar]').evaluateAll((bars) => {
    const rows = bars.map((bar) => {
      const controls = [...bar.querySelectorAll('input, button, a')].map((control) => control.getBoundingClientRect())
      const shown = controls.filter(({ width }) => width > 0)
      const middles = shown.map(({ top, height }) => top + height / 2).sort((a, b) => a - b)
      return middles.filter((middle, index) => middle - (middles[index - 1] ?? -100) > 8).length
    })
    return Math.max(0, ...rows)
  })
}

/** The button that empties a search keeps its room before there is something to empty. */
const CLEAR_PX = 16

/** Placeholders wider than their field. */
function cutPlaceholders(page: Page): Promise<string[]> {
  return page.locator('[data-filter-bar] input[type=search]:visible').evaluateAll((inputs, clearPx) => {
    const pen = document.createElement('canvas').getContext('2d')
    return (inputs as HTMLInputElement[]).flatMap((input) => {
      const style = getComputedStyle(input)
      if (!pen) return ['no canvas']
      pen.font = `${style.fontSize} ${style.fontFamily}`
      const room = input.clientWidth - Number.parseFloat(style.paddingLeft) - Number.parseFloat(style.paddingRight)
      return pen.measureText(input.placeholder).width > room - clearPx ? [input.placeholder] : []
    })
  }, CLEAR_PX)
}

for (const who of ['owner', 'operator'] as const) {
  test(`on a phone the filters of every list are behind one button: ${who}`, async ({ page }) => {
    await page.setViewportSize(PHONE)
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await takeSession(page, who)
    for (const { path, filter } of listsOf(who)) {
      await visitWhole(page, path)
      if (filter === undefined && !path.endsWith('/sweeps')) {
        await expect(opener(page), path).toHaveCount(0)
        continue
      }
      const control = (filter ? page.getByRole('combobox', { name: filter }) : page.getByRole('searchbox')).first()
      await expect(control, path).toHaveCount(0)
      await opener(page).click()
      await expect(sheetOf(page).locator(control), path).toBeVisible()
      expect(await overflowOf(sheetOf(page)), path).toBe(0)
      await sheetOf(page).getByRole('button', { name: 'Show results' }).click()
      await expect(sheetOf(page), path).toBeHidden()
      await expect(opener(page), path).toBeFocused()
    }
  })
}

for (const who of ['owner', 'operator'] as const) {
  test(`on a desk the filters of every list are in one row: ${who}`, async ({ page }) => {
    await page.setViewportSize(DESK)
    await takeSession(page, who)
    for (const { path } of listsOf(who)) {
      await visitWhole(page, path)
      expect(await rowsOf(page), path).toBeLessThanOrEqual(1)
      expect(await cutPlaceholders(page), path).toEqual([])
    }
  })
}

test('filters that do not fit the row are behind a button with their number', async ({ page }) => {
  const { demo } = stack()
  await page.setViewportSize(DESK)
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await takeSession(page, 'owner')
  await visitWhole(page, `/projects/${demo.projectId}/transactions?status=FAILED&type=TRANSFER&from=2026-11-01`)
  const more = page.getByRole('main').getByRole('button', { name: /^More filters/ })
  await expect(more).toHaveText('More filters2 active')
  await more.click()
  const dialog = page.getByRole('dialog', { name: 'More filters' })
  await expect(dialog.getByRole('combobox', { name: 'Type' })).toContainText('Transfer')
  await expect(dialog.getByRole('combobox', { name: 'Status' })).toHaveCount(0)
  await dialog.getByRole('button', { name: 'Clear filters' }).click()
  await expect(page).toHaveURL(/\?status=FAILED$/)
  await dialog.getByRole('button', { name: 'Show results' }).click()
  await expect(more).toHaveText('More filters')
  await expect(more).toBeFocused()
})

test('a person filters a list on a phone by keyboard, and takes the filters off without the search', async ({
  page,
}) => {
  const { demo } = stack()
  await page.setViewportSize(PHONE)
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await takeSession(page, 'owner')
  await visitWhole(page, `/projects/${demo.projectId}/transactions?search=0xab`)
  const sheet = sheetOf(page)
  const show = sheet.getByRole('button', { name: 'Show results' })
  await expect(opener(page)).toHaveText('Filters')
  await expect(page.getByRole('searchbox')).toHaveCount(1)

  await opener(page).press('Enter')
  const status = sheet.getByRole('combobox', { name: 'Status' })
  await expect(status).toBeFocused()
  const metadata = sheet.getByRole('searchbox', { name: 'Filter by metadata' })
  await metadata.fill('customer')
  await show.press('Enter')
  await expect(metadata).toBeFocused()
  await metadata.fill('customer=c-77')
  await status.focus()
  await page.keyboard.press('ArrowDown')
  await page.getByRole('option', { name: 'Failed' }).press('Enter')
  await expect(status).toContainText('Failed')
  await expect(status).toBeFocused()
  await show.press('Enter')
  await expect(sheet).toBeHidden()
  await expect(opener(page)).toBeFocused()
  await expect(opener(page)).toHaveText('Filters2 active')
  await expect(page).toHaveURL(/\?search=0xab.*&status=FAILED/)
  await expect(page).toHaveURL(/metadata=customer(=|%3D)c-77/)

  await page.keyboard.press('Enter')
  await expect(metadata).toHaveValue('customer=c-77')
  await page.keyboard.press('Escape')
  await expect(sheet).toBeHidden()
  await expect(opener(page)).toBeFocused()

  await page.keyboard.press('Enter')
  const clear = sheet.getByRole('button', { name: 'Clear filters' })
  await clear.press('Enter')
  await expect(page).toHaveURL(/\?search=0xab$/)
  await expect(status).toContainText('All statuses')
  await expect(metadata).toHaveValue('')
  await expect(clear).toBeFocused()
  await expect(clear).toHaveAccessibleDescription('No filters are active')
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    expect(await problemsOf(page, `filters ${colorScheme}`, { within: '[role=dialog]' })).toEqual([])
  }
  await page.setViewportSize(ZOOMED)
  expect(await overflowOf(sheet)).toBe(0)
  await expect(show).toBeInViewport({ ratio: 1 })
  await show.press('Enter')
  await expect(opener(page)).toHaveText('Filters')
})

for (const who of ['owner', 'operator'] as const) {
  test(`payments are narrowed to a period: ${who}`, async ({ page, browser }) => {
    const { projectId } = await activity(browser)
    const path = who === 'owner' ? `/projects/${projectId}/payments` : '/operator/payments'
    // The list behind the open dialog is hidden from roles.
    const payment = page.locator('main').getByText(/^PAY-\w+$/)
    const today = new Date().toISOString().slice(0, 10)
    await page.setViewportSize(DESK)
    await takeSession(page, who)
    await visitWhole(page, `${path}?from=${today}&to=${today}`)
    await expect(payment.first()).toBeVisible()
    const more = page.getByRole('button', { name: /^More filters/ })
    await expect(more).toHaveText('More filters1 active')
    await more.click()
    const dialog = page.getByRole('dialog', { name: 'More filters' })
    await dialog.getByLabel('From day (UTC)').fill('2020-01-01')
    await dialog.getByLabel('To day (UTC)').fill('2020-01-31')
    await expect(page).toHaveURL(/\?from=2020-01-01&to=2020-01-31$/)
    await expect(page.getByText('Nothing matches these filters')).toBeVisible()
    await dialog.getByRole('button', { name: 'Clear filters' }).click()
    await expect(page).toHaveURL(new RegExp(`${path}$`))
    await expect(payment.first()).toBeVisible()
  })
}

test('a person chooses the times of a period, and goes back to whole days', async ({ page, browser }) => {
  await activity(browser)
  const minute = (at: number) => new Date(at).toISOString().slice(0, 16)
  // The list behind the open dialog is hidden from roles.
  const confirmed = page.locator('main').getByText('Confirmed', { exact: true })
  await page.setViewportSize(DESK)
  await takeSession(page, 'owner')
  await visitWhole(page, `/projects/${stack().demo.projectId}/deposits?from=2026-11-21&to=2026-11-21`)
  await page.getByRole('button', { name: /^More filters/ }).click()
  const dialog = page.getByRole('dialog', { name: 'More filters' })
  await dialog.getByRole('button', { name: 'Set times of day' }).click()
  await expect(page).toHaveURL(/\?from=2026-11-21T00:00Z&to=2026-11-22T00:00Z$/)
  const [from, to] = [dialog.getByLabel('From time (UTC)'), dialog.getByLabel('Until time (UTC)')]
  await expect(to).toHaveValue('2026-11-22T00:00')
  for (const label of ['From', 'Until']) await expect(dialog.getByText(label, { exact: true })).toBeVisible()
  await to.fill(minute(Date.now() + 60_000))
  await from.fill(minute(Date.now() - 3_600_000))
  await expect(page).toHaveURL(new RegExp(`from=${minute(Date.now()).slice(0, 10)}T`))
  await expect(confirmed.first()).toBeVisible()
  await from.fill('2026-11-21T10:15')
  await to.fill('2026-11-21T10:45')
  await expect(page).toHaveURL(/\?from=2026-11-21T10:15Z&to=2026-11-21T10:45Z$/)
  await expect(page.getByText('Nothing matches these filters')).toBeVisible()
  await dialog.getByRole('button', { name: 'Use whole days' }).click()
  await expect(page).toHaveURL(/\?from=2026-11-21&to=2026-11-21$/)
  await expect(dialog.getByLabel('To day (UTC)')).toHaveValue('2026-11-21')
})
