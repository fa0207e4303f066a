import type { Page } from '@playwright/test'
import { isLongProof } from '@/server/testing/proof'

/** Sections that hold no element of a kind that another section does not hold too. */
export const ALIKE = '[data-alike]'

/** Everything of the reference that can be alike: each operation, guide and body of an error. */
export const REFERENCE_SECTIONS = 'main section:not(:has(section))'

/**
 * Marks among the sections those that are like others, so that one of each shape is looked at; none in the long form. A kind of element is
 * its tag, classes and attributes with those around it, and whether it has text and finds what it refers to.
 */
export async function markAlike(page: Page, sections: string): Promise<void> {
  if (isLongProof) return
  await page.evaluate((sections) => {
    const refers = ['for', 'aria-labelledby', 'aria-describedby', 'aria-controls', 'headers']
    const kindOf = (element: Element) => {
      const attributes = [...element.attributes].map(({ name, value }) => {
        if (['class', 'role', 'style', 'type', 'tabindex'].includes(name)) return `${name}=${value}`
        if (!refers.includes(name)) return `${name}${value.trim() === '' ? ' empty' : ''}`
        return `${name}${value.split(/\s+/).every((id) => document.getElementById(id)) ? '' : ' lost'}`
      })
      const text = (element.textContent ?? '').trim() === '' ? 'empty' : 'text'
      return `${element.tagName}[${attributes.toSorted().join(' ')}]${text}`
    }
    const kindsIn = (section: Element) => {
      const paths = new Map<Element, string>([[section, '']])
      for (const element of section.querySelectorAll('*')) {
        const above = element.parentElement ? paths.get(element.parentElement) : undefined
        paths.set(element, `${above ?? ''}>${kindOf(element)}`)
      }
      return new Set(paths.values())
    }
    const left = new Map([...document.querySelectorAll(sections)].map((section) => [section, kindsIn(section)]))
    const known = new Set<string>()
    const unknownIn = (kinds: Set<string>) => [...kinds].filter((kind) => !known.has(kind)).length
    while (left.size > 0) {
      const [[section, kinds] = []] = [...left].toSorted(([, one], [, other]) => unknownIn(other) - unknownIn(one))
      if (!section || !kinds || unknownIn(kinds) === 0) break
      for (const kind of kinds) known.add(kind)
      left.delete(section)
    }
    for (const section of left.keys()) section.setAttribute('data-alike', '')
  }, sections)
}
