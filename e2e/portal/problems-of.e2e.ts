import { expect, test } from '@playwright/test'
import { problemsOf } from './problems-of'

test('what is wrong with a page is found, in the part that is looked at', async ({ page }) => {
  await page.setContent(`<html lang="en"><title>Wrong</title><main><h1>Wrong</h1>
    <p style="color: #ccc; background: #fff">Too pale</p>
    <section id="part"><img src="data:," /><div style="width: 5000px">Too wide</div></section></main></html>`)
  const whole = await problemsOf(page, 'whole')
  expect(whole.map((line) => line.split(' <')[0])).toEqual([
    'whole: color-contrast:',
    'whole: image-alt:',
    expect.stringMatching(/^whole: \d+ px wider than the screen$/),
  ])
  expect(await problemsOf(page, 'part', '#part')).toEqual([
    expect.stringContaining('part: image-alt: <img'),
    expect.stringContaining('px wider'),
  ])
  await expect(problemsOf(page, 'no part', '#missing')).rejects.toThrow('No elements found')
})
