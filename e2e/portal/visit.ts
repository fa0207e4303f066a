import type { Page } from '@playwright/test'
import { stack } from './stack'
import { keepToasts } from './toasts'

/** Opens a page of the portal, ready for clicks and input. */
export async function visit(page: Page, path: string): Promise<void> {
  await keepToasts(page)
  await page.goto(stack().baseUrl + path)
  await untilListening(page)
}

/**
 * A page stands before its script does, and what is clicked or typed until then is lost. React marks the document it
 * listens to, and each element once it knows it: the parts of a page follow one after another. The network tells less:
 * a page that asks every second is never without a request on a busy machine.
 */
export async function untilListening(page: Page): Promise<void> {
  await page.waitForFunction(async () => {
    const isMarked = (node: Node, mark: string) => Object.keys(node).some((name) => name.startsWith(mark))
    const controls = [...document.querySelectorAll('button, input, select, textarea')]
    if (!isMarked(document, '__reactContainer$') || !controls.every((one) => isMarked(one, '__reactProps$')))
      return false
    // Marks are made before effects, which listen for keys.
    await scheduler.postTask(() => {}, { priority: 'background' })
    return true
  })
}

/** Opens a page of the portal and waits until it shows what it is about: no grey stand-in is left. */
export async function visitWhole(page: Page, path: string): Promise<void> {
  await visit(page, path)
  await untilWhole(page)
}

/** Every grey stand-in has made room for an answer or a refusal, and every part that streams in has its place. */
export async function untilWhole(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    const comments = document.createTreeWalker(document.body, NodeFilter.SHOW_COMMENT)
    // React marks a boundary whose content is still on its way so.
    while (comments.nextNode()) if (/^\$[?~]/.test(comments.currentNode.textContent ?? '')) return false
    return document.querySelector('h1') !== null && document.querySelector('.animate-late') === null
  })
}
