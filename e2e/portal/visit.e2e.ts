import { expect, type Page, test } from '@playwright/test'
import { untilListening } from './visit'

test('a page is ready once React has committed each of its controls, and not before', async ({ page }) => {
  await page.setContent('<button>Send</button><button>Cancel</button>')
  page.setDefaultTimeout(1_000)
  await expect(untilListening(page)).rejects.toThrow('Timeout')
  await commit(page, 1)
  await expect(untilListening(page)).rejects.toThrow('Timeout')
  await commit(page, 2)
  await untilListening(page)
})

/** Leaves what React leaves on a page of which it has committed the first buttons. */
async function commit(page: Page, count: number): Promise<void> {
  await page.evaluate((count) => {
    let child = null
    for (const stateNode of [...document.querySelectorAll('button')].slice(0, count))
      child = { stateNode, child: null, sibling: child }
    Object.assign(document, {
      __reactContainer$test: { stateNode: { current: { stateNode: null, child, sibling: null } } },
    })
  }, count)
}
