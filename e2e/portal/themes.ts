import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, type Page } from '@playwright/test'
import { isLongProof } from '@/server/testing/proof'
import { problemsOf } from './problems-of'

const DESK = { width: 1440, height: 900 }
const PHONE = { width: 390, height: 844 }

/** Each theme and each width once; for pictures (see below) both widths in both themes. */
const THEMES: readonly { colorScheme: 'light' | 'dark'; size: { width: number; height: number } }[] = [
  { colorScheme: 'dark', size: PHONE },
  ...(process.env.PORTAL_PICTURES
    ? [
        { colorScheme: 'light' as const, size: PHONE },
        { colorScheme: 'dark' as const, size: DESK },
      ]
    : []),
  { colorScheme: 'light', size: DESK },
]

/**
 * The problems of the present page, or of the part `within` it, in each theme and width; it is left on a light desk.
 * After the first inspection only what theme and width change is checked, in the long form everything each time.
 */
export async function inspectPage(page: Page, name: string, shown: Parts = {}): Promise<string[]> {
  const problems: string[] = []
  const { only, ...parts } = shown
  // A page that a link opened gets its title with its metadata, which comes behind its body.
  await expect(page).toHaveTitle(/\S/)
  const rounds = only === undefined ? THEMES : THEMES.slice(only, only + 1)
  for (const [at, { colorScheme, size }] of rounds.entries()) {
    await page.setViewportSize(size)
    // Colours that are still on their way would be measured as they are.
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await expect(page.locator('html')).toHaveClass(new RegExp(`\\b${colorScheme}\\b`))
    const inspect = `${name} ${colorScheme} ${size.width}`
    problems.push(...(await problemsOf(page, inspect, { ...parts, isAgain: at > 0 && !isLongProof })))
    await keepPicture(page, inspect)
  }
  return problems
}

type Parts = {
  /** Number of the only look, where a page of the same components is looked at in each. */
  only?: number
  /** Selector of the only part to look at. */
  within?: string
}

/** For people to look at: set PORTAL_PICTURES to a folder. */
async function keepPicture(page: Page, name: string): Promise<void> {
  const folder = process.env.PORTAL_PICTURES
  if (!folder) return
  mkdirSync(folder, { recursive: true })
  await page.screenshot({ path: join(folder, `${name.replaceAll(/[^\w.-]+/g, '_')}.png`), fullPage: true })
}
