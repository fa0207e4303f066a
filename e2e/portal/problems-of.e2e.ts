import { expect, type Page, test } from '@playwright/test'
import { problemsOf } from './problems-of'

const PHONE = { width: 390, height: 844 }
const DESK = { width: 1440, height: 900 }

async function show(page: Page, body: string, head = ''): Promise<void> {
  await page.setContent(`<html lang="en"><title>Page</title>${head}<main><h1>Page</h1>${body}</main></html>`)
}

/**
 * The problems that a first inspection finds at the size of a phone, then those that a second one finds at the size of
 * a desktop.
 */
async function inBothThemes(page: Page): Promise<string[]> {
  await page.setViewportSize(PHONE)
  const first = await problemsOf(page, 'phone')
  await page.setViewportSize(DESK)
  return [...first, ...(await problemsOf(page, 'desk', { isAgain: true }))].map((line) => line.split(' <')[0] ?? '')
}

test('what is wrong with a page is found, in the part that is looked at', async ({ page }) => {
  await show(
    page,
    `<p style="color: #ccc; background: #fff">Too pale</p>
    <section id="part"><img src="data:," /><div style="width: 5000px">Too wide</div></section>`,
  )
  const whole = await problemsOf(page, 'whole')
  expect(whole.map((line) => line.split(' <')[0]).toSorted()).toEqual([
    expect.stringMatching(/^whole: \d+ px wider than the screen$/),
    'whole: color-contrast:',
    'whole: image-alt:',
  ])
  expect(await problemsOf(page, 'part', { within: '#part' })).toEqual([
    expect.stringContaining('part: image-alt: <img'),
    expect.stringContaining('px wider'),
  ])
  await expect(problemsOf(page, 'no part', { within: '#missing' })).rejects.toThrow('No elements found')
})

test('a second look finds what its width shows, hides and shrinks', async ({ page }) => {
  const style = `<style>
    @media (width < 800px) { .desk { display: none } }
    @media (width >= 800px) { .phone { display: none } .pale { color: #ccc } .small { font-size: 4px } }
  </style>`
  await show(page, '<p class="pale">Pale at a desk</p>', style)
  expect(await inBothThemes(page)).toEqual(['desk: color-contrast:'])
  await show(page, '<button class="desk"></button>', style)
  expect(await inBothThemes(page)).toEqual(['desk: button-name:'])
  await show(page, '<button><b><i class="phone">Save</i></b></button>', style)
  expect(await inBothThemes(page)).toEqual(['desk: button-name:'])
  await show(page, '<h2 class="phone">Second</h2><h3>Third</h3>', style)
  expect(await inBothThemes(page)).toEqual(['desk: heading-order:'])
  await show(page, '<button class="small">a</button><button class="small">b</button>', style)
  expect(await inBothThemes(page)).toContain('desk: target-size:')
  await show(page, '<p class="desk" style="width: 2000px">Wide</p>', style)
  expect(await inBothThemes(page)).toEqual([expect.stringMatching(/^desk: \d+ px wider/)])
})

test('text that was readable is asked again on another background, in another size and where it is fainter', async ({
  page,
}) => {
  const grey = (style: string, around = '') => `<div style="${around}"><p style="color: #777; ${style}">Grey</p></div>`
  await show(page, grey('font-size: 24px'))
  expect(await problemsOf(page, 'large')).toEqual([])
  for (const [name, body] of [
    ['small', grey('font-size: 14px')],
    ['darker', grey('font-size: 24px', 'background: #999')],
    ['fainter', grey('font-size: 24px', 'opacity: 0.5')],
  ] as const) {
    await show(page, body)
    expect(await problemsOf(page, name)).toEqual([expect.stringContaining(`${name}: color-contrast: <p`)])
    // A problem that was found once is found again.
    expect(await problemsOf(page, name)).toHaveLength(1)
  }
})

test('a page that grows pale while it is looked at is looked at again', async ({ page }) => {
  await show(page, '<div id="rows"><p>Rows</p></div>')
  // As a list that asks again: pale for a moment when axe begins.
  await page.evaluate(() => {
    const rows = document.getElementById('rows')
    const check = Element.prototype.checkVisibility
    Element.prototype.checkVisibility = function (this: Element, ...input) {
      Element.prototype.checkVisibility = check
      rows?.setAttribute('aria-busy', 'true')
      rows?.setAttribute('style', 'opacity: 0.2')
      setTimeout(() => {
        rows?.removeAttribute('aria-busy')
        rows?.removeAttribute('style')
      }, 3_000)
      return check.apply(this, input)
    }
  })
  expect(await problemsOf(page, 'rows')).toEqual([])
})

test('a page whose title streams in is looked at once it has one', async ({ page }) => {
  await show(page, '<p>Rows</p>')
  await page.evaluate(() => {
    const { title } = document
    document.title = ''
    setTimeout(() => {
      document.title = title
    }, 2_000)
  })
  expect(await problemsOf(page, 'rows')).toEqual([])
})
