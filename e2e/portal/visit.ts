import type { Page } from '@playwright/test'
import { stack } from './stack'
import { keepToasts } from './toasts'

/** Opens a page of the portal, ready for clicks and input. */
export async function visit(page: Page, path: string): Promise<void> {
  await keepToasts(page)
  await page.goto(stack().baseUrl + path)
  await untilListening(page)
}

/** What React keeps of an element or a component; `stateNode` of the topmost one leads to the committed tree. */
type Fiber = { stateNode: unknown; child: Fiber | null; sibling: Fiber | null }

/**
 * A page stands before its script does, and what is clicked or typed until then is lost. React listens to an element
 * once the part around it is committed: each part waits for the data that streams in, seconds on a busy machine. Its
 * marks on elements say less, since a rendering that is thrown away leaves them too. The network also tells less: a
 * page that asks every second is never without a request on a busy machine.
 */
export async function untilListening(page: Page): Promise<void> {
  await loadDeferredScripts(page)
  // A promise would count as true at once: the predicate is no async function.
  await page.waitForFunction(() => {
    const found = Object.entries(document).find(([name]) => name.startsWith('__reactContainer$'))
    if (!found) return false
    const committed = new Set<unknown>()
    const fibers: (Fiber | null)[] = [(found[1] as { stateNode: { current: Fiber } }).stateNode.current]
    while (fibers.length > 0) {
      const fiber = fibers.pop()
      if (!fiber) continue
      committed.add(fiber.stateNode)
      fibers.push(fiber.sibling, fiber.child)
    }
    const controls = [...document.querySelectorAll('button, input, select, textarea')]
    return controls.every((one) => committed.has(one))
  })
  // Parts are committed before effects, which listen for keys.
  await page.evaluate(() => scheduler.postTask(() => {}, { priority: 'background' }))
}

/** A page of the docs loads its scripts once a reader comes near a control. */
async function loadDeferredScripts(page: Page): Promise<void> {
  await page.evaluate(() => {
    const isDeferred = document.querySelector('script[data-src]') !== null
    const near = new PointerEvent('pointerover', { bubbles: true })
    if (isDeferred) document.querySelector('button')?.dispatchEvent(near)
  })
}

/** The grey stand-ins of a page, but those of parts that are loaded once a reader comes near them. */
export const STAND_INS = '.animate-late:not([data-when-near] *)'

/** Opens a page of the portal and waits until it shows what it is about: no grey stand-in is left. */
export async function visitWhole(page: Page, path: string): Promise<void> {
  await visit(page, path)
  await untilWhole(page)
}

/** Every grey stand-in has made room for an answer or a refusal, and every part that streams in has its place. */
export async function untilWhole(page: Page): Promise<void> {
  await page.waitForFunction((standIns) => {
    const comments = document.createTreeWalker(document.body, NodeFilter.SHOW_COMMENT)
    // React marks a boundary whose content is still on its way so.
    while (comments.nextNode()) if (/^\$[?~]/.test(comments.currentNode.textContent ?? '')) return false
    return document.querySelector('h1') !== null && document.querySelector(standIns) === null
  }, STAND_INS)
}
