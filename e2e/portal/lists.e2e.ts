import { expect, type Locator, type Page, test } from '@playwright/test'
import { isLongProof, someOf } from '@/server/testing/proof'
import { connect } from './api'
import { blockProcedure } from './block-procedure'
import { CHAIN_ID } from './fund-wallet'
import { type ListPage, listsOf } from './list-pages'
import { activity } from './make-activity'
import { problemsOf } from './problems-of'
import { signInAs, takeSession } from './sign-in-as'
import { stack } from './stack'
import { visitWhole } from './visit'

// For workers to share.
test.describe.configure({ mode: 'parallel' })

/**
 * One table that is polled, one that is not, and one list of cards; `query-parts.test.ts` holds the others to the same
 * parts.
 */
function listsShown(who: 'owner' | 'operator'): ListPage[] {
  return listsOf(who).filter(({ isFirst }) => isFirst || isLongProof)
}

const failure = (page: Page) => page.getByRole('alert').filter({ hasText: 'This could not be loaded' })

for (const who of ['owner', 'operator'] as const) {
  test(`a list that cannot be loaded keeps its filters and is loaded by the next try: ${who}`, async ({ page }) => {
    await takeSession(page, who)
    for (const { path, procedure, filter, polled } of listsShown(who)) {
      if (filter === undefined) continue
      await visitWhole(page, path)
      const select = page.getByRole('combobox', { name: filter })
      const restore = await blockProcedure(page, procedure)
      await select.click()
      await page.getByRole('option').nth(1).click()
      await expect(failure(page), path).toContainText('Check your connection and try again')
      await expect(select, path).toBeVisible()
      expect(await problemsOf(page, `${path} that failed`)).toEqual([])
      await restore()
      if (!polled) await failure(page).getByRole('button', { name: 'Try again' }).click()
      await expect(failure(page), path).toBeHidden()
      await expect(select, path).toBeVisible()
    }
  })
}

test('rows that cannot be refreshed stay and say so', async ({ page }) => {
  await signInAs(page, 'operator', `/operator/chains/${CHAIN_ID}`)
  const row = page.getByRole('table', { name: 'Endpoints' }).getByRole('row').nth(1)
  await expect(row).toContainText('http')
  const restore = await blockProcedure(page, 'chains.listEndpoints')
  const notice = page.getByRole('status').filter({ hasText: 'These rows may be out of date' })
  await expect(notice).toContainText('Check your connection')
  await expect(row).toContainText('http')
  expect(await problemsOf(page, 'endpoints out of date')).toEqual([])
  await restore()
  await expect(notice).toBeHidden()
})

for (const who of ['owner', 'operator'] as const) {
  test(`a page past the end of a list is its last one: ${who}`, async ({ page }) => {
    await takeSession(page, who)
    const lists = listsOf(who)
    // All lists read their page by one rule: of those built alike a third is opened, in turn by the day of the commit.
    const others = lists.filter(({ isFirst }) => !isFirst)
    const opened = someOf(others, Math.ceil(others.length / 3))
    for (const { path, isFirst } of lists.filter((list) => list.isFirst || opened.includes(list))) {
      const numbers = isFirst || isLongProof ? ['9999', '9007199254740993', '-1', 'x'] : ['9999']
      for (const number of numbers) {
        const url = new URL(path, stack().baseUrl)
        url.searchParams.set('page', number)
        await visitWhole(page, url.pathname + url.search)
        await expect(failure(page), url.href).toHaveCount(0)
      }
    }
  })
}

test('the last page of many wallets has the oldest, and leads back', async ({ page }) => {
  const { demo } = stack()
  const api = await connect(demo.liveKey)
  await api.post('/v1/wallet/hd/generate', { chainType: 'EVM', purpose: 'MANY', count: 41 })
  await signInAs(page, 'owner', `/projects/${demo.projectId}/wallets?page=99999`)
  const pages = page.getByRole('navigation', { name: 'Pages' })
  const [, first = '', last = '', total = ''] = /^(\d+)–(\d+) of (\d+)/.exec((await pages.textContent()) ?? '') ?? []
  expect(last).toBe(total)
  const next = pages.getByRole('button', { name: 'Next' })
  await expect(next).toBeDisabled()
  await expect(next).toHaveAccessibleDescription('This is the last page')
  await pages.getByRole('button', { name: 'Previous' }).click()
  await expect(pages).toContainText(`–${Number(first) - 1} of ${total}`)
  await next.press('Enter')
  await expect(next).toBeDisabled()
  await expect(next).toBeFocused()
})

test('all lanes are another choice than those under way, and lead back to them', async ({ page }) => {
  await signInAs(page, 'operator', '/operator/lanes?state=all')
  const state = page.getByRole('combobox', { name: 'State' })
  await expect(state).toContainText('Including idle')
  await state.click()
  await page.getByRole('option', { name: 'With pending transactions' }).click()
  await expect(state).toContainText('With pending transactions')
  await expect(page).toHaveURL(`${stack().baseUrl}/operator/lanes`)
})

/** As long as the names of most rows are: `indexer-subscription.created`. */
const SHORT_NAME = 28

/** The short texts in the first column that take more than one line. */
function wrappedNames(page: Page): Promise<string[]> {
  return page.getByRole('table').evaluateAll((tables, shortName) => {
    const texts = tables.flatMap((table) => {
      const cells = table.querySelectorAll('tbody td:first-child')
      return [...cells].flatMap((cell) => {
        const walker = document.createTreeWalker(cell, NodeFilter.SHOW_TEXT)
        const found: Node[] = []
        while (walker.nextNode()) found.push(walker.currentNode)
        return found
      })
    })
    const isWrapped = (text: Node) => {
      const range = document.createRange()
      range.selectNodeContents(text)
      const lines = [...range.getClientRects()].filter(({ width }) => width > 0).map(({ top }) => Math.round(top))
      return new Set(lines).size > 1
    }
    const short = texts.filter((text) => (text.textContent ?? '').length <= shortName)
    return short.filter(isWrapped).map((text) => text.textContent ?? '')
  }, SHORT_NAME)
}

const FRAMES = /, scrollable$/

/** How far a table is wider than its frame with the longest times of its rows, which change by the minute. */
function overflow(frame: Locator): Promise<number> {
  return frame.evaluate((box) => {
    const times = [...box.querySelectorAll('tbody time')].filter(({ textContent }) => textContent?.endsWith(' ago'))
    const texts = times.map(({ textContent }) => textContent)
    for (const time of times) time.textContent = '59 minutes ago'
    const wider = box.scrollWidth - box.clientWidth
    times.forEach((time, index) => {
      time.textContent = texts[index] ?? ''
    })
    return wider
  })
}

/** The names of a list's rows, its frame and the link to its file, at the width of the page. */
async function expectFit(page: Page, { path, hasFile }: ListPage): Promise<void> {
  expect(await wrappedNames(page), path).toEqual([])
  for (const frame of await page.getByRole('region', { name: FRAMES }).all())
    expect(await overflow(frame), path).toBe(0)
  await expect(page.getByRole('button', { name: /^Filters/ })).toHaveCount(0)
  if (!hasFile) return
  const file = await page.getByRole('link', { name: 'CSV', exact: true }).boundingBox()
  const first = await page.getByRole('combobox').filter({ hasText: /^All / }).first().boundingBox()
  expect(Math.abs((file?.y ?? 0) - (first?.y ?? 99)), path).toBeLessThan(4)
}

for (const who of ['owner', 'operator'] as const) {
  test(`lists name their rows on one line, fit their frame and have their file in the first row: ${who}`, async ({
    page,
    browser,
  }) => {
    await activity(browser)
    await takeSession(page, who)
    for (const list of listsOf(who)) {
      await visitWhole(page, list.path)
      for (const width of [1280, 1440]) {
        await page.setViewportSize({ width, height: 800 })
        await expectFit(page, list)
      }
    }
  })
}

test('a search by keyboard keeps the focus in its field', async ({ page }) => {
  await signInAs(page, 'owner', `/projects/${stack().demo.projectId}/wallets`)
  const search = page.getByRole('searchbox', { name: 'Search wallets' })
  for (const text of ['DEPOSITS', '']) {
    await search.fill(text)
    await search.press('Enter')
    await expect(page).toHaveURL(text ? /\?search=DEPOSITS$/ : /\/wallets$/)
    await expect(search).toBeFocused()
  }
  await search.fill('DEPOSITS')
  await search.press('Enter')
  await expect(page).toHaveURL(/\?search=DEPOSITS$/)
  await page.goBack()
  await expect(search).toHaveValue('')
})
