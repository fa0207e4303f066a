import type { Page } from '@playwright/test'
import { isLongProof } from '@/server/testing/proof'
import { contrastProblemsOf } from './contrast-of'
import { loadAxe } from './load-axe'

const WCAG = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/** The rules whose results depend on colours, on sizes, or on which headings and landmarks a width shows. */
const RULES_OF_THEMES = [
  ...['link-in-text-block', 'target-size', 'scrollable-region-focusable'],
  ...['bypass', 'heading-order', 'page-has-heading-one', 'region', 'skip-link'],
  ...['landmark-one-main', 'landmark-unique', 'landmark-main-is-top-level', 'landmark-no-duplicate-main'],
  ...['landmark-no-duplicate-banner', 'landmark-no-duplicate-contentinfo'],
]

/** Long enough for a busy machine. An element that is still out of date then stays so, and is inspected as it is. */
const REST_WITHIN_MS = 15_000
const MAX_ROUNDS = 5

declare global {
  interface Window {
    /** The elements that were visible to the previous inspection. */
    seenElements?: WeakSet<Element>
    /** Something on the page waited for an answer since the look began. */
    wasBusy?: boolean
    busyObserver?: MutationObserver
    /** The elements removed from the document during a look, each with the comment that marks its place. */
    takenOut?: { element: Element; place: Comment }[]
  }
}

type Inspected = {
  /** Selector of the only part to look at, where the rest was looked at already. */
  within?: string
  /** The page was inspected in another theme and width: only what these change is checked again. */
  isAgain?: boolean
}

/**
 * The problems that axe finds on a page, and whether the page is wider than the screen; one line each, with the page's
 * name.
 */
export async function problemsOf(page: Page, name: string, inspected: Inspected = {}): Promise<string[]> {
  if (page.frames().length > 1) throw new Error(`${name}: axe would not look into the frame.`)
  // On a busy machine a page stands before its scripts have tied labels to their fields. An idle callback would wait
  // for a frame too, which Chromium without a window sometimes draws only after seconds.
  await page.evaluate(() => scheduler.postTask(() => {}, { priority: 'background' }))
  for (let rounds = 1; ; rounds++) {
    const wasAtRest = await atRest(page)
    const lines = (await inspectOnce(page, inspected, wasAtRest)).map((problem) => `${name}: ${problem}`)
    // A page that refreshes may have grown pale during the inspection.
    if (lines.length === 0 || rounds === MAX_ROUNDS || !(await page.evaluate(() => window.wasBusy))) return lines
  }
}

async function inspectOnce(page: Page, inspected: Inspected, wasAtRest: boolean): Promise<string[]> {
  const { within = 'html', isAgain = false } = inspected
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  )
  await loadAxe(page)
  const putBack = await takeOut(page, within)
  const problems = isAgain && !isLongProof ? await axeAgain(page, within) : await axeWhole(page, within)
  if (!isLongProof) problems.push(...(await contrastProblemsOf(page, { within, withBusy: !wasAtRest })))
  await putBack()
  return overflow > 0 ? [...problems, `${overflow} px wider than the screen`] : problems
}

/**
 * Runs axe in the page: the package for Playwright also returns what passes, node by node, and opens a second page for
 * it, which takes four times as long.
 */
async function axeWhole(page: Page, within: string): Promise<string[]> {
  return page.evaluate(
    async ({ tags, within, withContrast }) => {
      if (!window.axe) throw new Error('axe was not loaded')
      window.seenElements = new WeakSet([...document.querySelectorAll('*')].filter((one) => one.checkVisibility()))
      const { violations } = await window.axe.run(within, {
        runOnly: { type: 'tag', values: tags },
        rules: { 'color-contrast': { enabled: withContrast } },
        resultTypes: ['violations'],
      })
      return violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html.slice(0, 160)).join(' | ')}`)
    },
    { tags: WCAG, within, withContrast: isLongProof },
  )
}

/**
 * The rules that depend on theme and width for all of the page, and all others for what appears at this width, or may
 * have lost its name with what this width hides.
 */
async function axeAgain(page: Page, within: string): Promise<string[]> {
  return page.evaluate(
    async ({ tags, rulesOfThemes, within }) => {
      const { axe, seenElements = new WeakSet() } = window
      if (!axe) throw new Error('axe was not loaded')
      const named = 'a, button, summary, label, th, h1, h2, h3, h4, h5, h6, [role]'
      const all = [...document.querySelectorAll('*')]
      const visible = new Set(all.filter((one) => one.checkVisibility()))
      const changed = all
        .filter((one) => one.closest(within) && seenElements.has(one) !== visible.has(one))
        .map((one) => (visible.has(one) ? one : (one.parentElement?.closest(named) ?? one)))
        .filter((one) => visible.has(one))
      const resultTypes: ['violations'] = ['violations']
      const asked = await axe.run(within, { runOnly: { type: 'rule', values: rulesOfThemes }, resultTypes })
      const { violations } = asked
      if (changed.length > 0) {
        const off = ['color-contrast', ...rulesOfThemes].map((id) => [id, { enabled: false }])
        const runOnly = { type: 'tag' as const, values: tags }
        const options = { runOnly, rules: Object.fromEntries(off), resultTypes }
        violations.push(...(await axe.run({ include: [...new Set(changed)] }, options)).violations)
      }
      return violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html.slice(0, 160)).join(' | ')}`)
    },
    { tags: WCAG, rulesOfThemes: RULES_OF_THEMES, within },
  )
}

/**
 * Takes elements that are not inspected out of the document, until the returned function is called. Otherwise axe
 * visits every element in the document, hidden or not, and reads its style.
 */
async function takeOut(page: Page, within: string): Promise<() => Promise<void>> {
  await page.evaluate((within) => {
    const inspected = [...document.querySelectorAll(within)]
    const beside = [...document.body.children].filter(
      (one) => !one.matches('script, style') && !inspected.some((part) => part.contains(one) || one.contains(part)),
    )
    window.takenOut = beside.map((element) => {
      const place = document.createComment('')
      element.replaceWith(place)
      return { element, place }
    })
  }, within)
  return () =>
    page.evaluate(() => {
      for (const { element, place } of window.takenOut ?? []) place.replaceWith(element)
      window.takenOut = []
    })
}

/**
 * Waits until the page has its title, which streams in after a step to it, and nothing on it is out of date or moves;
 * returns false where that takes too long. Such elements are paler than the others, but nobody reads them for long. A
 * page that stays so is inspected as it is.
 */
async function atRest(page: Page): Promise<boolean> {
  const isAtRest = () => {
    const moves = document.getAnimations().filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity)
    const isBusy = document.title === '' || document.querySelector('[aria-busy="true"]') !== null
    return !isBusy && moves.every(({ playState }) => playState !== 'running')
  }
  const waited = page.waitForFunction(isAtRest, undefined, { timeout: REST_WITHIN_MS })
  const wasAtRest = await waited.then(
    () => true,
    () => false,
  )
  await page.evaluate(() => {
    window.wasBusy = false
    window.busyObserver ??= new MutationObserver(() => {
      if (document.querySelector('[aria-busy="true"]')) window.wasBusy = true
    })
    window.busyObserver.observe(document, { subtree: true, childList: true, attributeFilter: ['aria-busy'] })
  })
  return wasAtRest
}
