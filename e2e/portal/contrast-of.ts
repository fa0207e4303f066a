import type { Page } from '@playwright/test'

/** Colours and sizes that axe found readable, on any page this worker looked at. */
const readable = new Set<string>()

type Part = {
  within: string
  /** Also what waits for an answer: it stays so. Else it is pale for a moment only. */
  withBusy: boolean
}

/**
 * The problems that axe finds with the contrast of text in a part of the page. axe is asked once for each look of text:
 * its colour and size on the backgrounds behind it. Its answer depends on nothing else, and takes most of the time of
 * an inspection.
 */
export async function contrastProblemsOf(page: Page, { within, withBusy }: Part): Promise<string[]> {
  const { problems, found } = await page.evaluate(
    async ({ within, withBusy, readable }) => {
      if (!window.axe) throw new Error('axe was not loaded')
      const known = new Set(readable)
      const backgrounds = new Map<Element | null, string>([[null, '']])
      const backgroundOf = (element: Element | null): string => {
        const before = backgrounds.get(element)
        if (element === null || before !== undefined) return before ?? ''
        const { backgroundColor, backgroundImage, opacity, position, filter, mixBlendMode } = getComputedStyle(element)
        // A positioned element may lie over anything: only the same part of the page is known to have the same
        // background.
        const place = position === 'static' || position === 'relative' ? '' : `${position} ${element.className}`
        const own = `${backgroundColor} ${backgroundImage} ${opacity} ${filter} ${mixBlendMode} ${place}`
        const isNone = own === 'rgba(0, 0, 0, 0) none 1 none normal '
        const all = backgroundOf(element.parentElement) + (isNone ? '' : `/${own}`)
        backgrounds.set(element, all)
        return all
      }
      const displayOf = (element: Element) => {
        const { color, fontSize, fontWeight, textShadow } = getComputedStyle(element)
        return `${color} ${fontSize} ${fontWeight} ${textShadow} ${backgroundOf(element)}`
      }
      const hasText = (element: Element) =>
        element.matches('input, select, textarea') ||
        [...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.nodeValue?.trim())
      const parts = [...document.querySelectorAll(within)]
      const all = parts.flatMap((part) => [part, ...part.querySelectorAll('*')])
      const inParts = all.filter((one) => withBusy || !one.closest('[aria-busy="true"]'))
      const unknown = inParts.filter((one) => one.checkVisibility() && hasText(one) && !known.has(displayOf(one)))
      if (unknown.length === 0) return { problems: [], found: [] }
      const { violations, passes } = await window.axe.run(
        { include: unknown },
        {
          runOnly: { type: 'rule', values: ['color-contrast'] },
          resultTypes: ['violations', 'passes'],
          elementRef: true,
          selectors: false,
        },
      )
      const found = passes.flatMap(({ nodes }) => nodes.flatMap(({ element }) => (element ? [displayOf(element)] : [])))
      const problems = violations.map(
        ({ id, nodes }) => `${id}: ${nodes.map((node) => node.html.slice(0, 160)).join(' | ')}`,
      )
      return { problems, found }
    },
    { within, withBusy, readable: [...readable] },
  )
  for (const inspect of found) readable.add(inspect)
  return problems
}
