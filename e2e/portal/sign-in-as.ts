import { type Browser, type BrowserContext, expect, type Page } from '@playwright/test'
import type { StackFacts } from '@/dev/stack-file'
import { stack } from './stack'
import { untilListening, visit } from './visit'

export type SignedInRole = keyof StackFacts['signIns']
type Session = { cookies: Awaited<ReturnType<BrowserContext['cookies']>>; usedAt: number }

/** Sessions of operators end after half an hour without a request. */
const UNUSED_MS = 15 * 60_000

/** A worker has one stack, so these are one session a person and stack. */
const sessions = new Map<SignedInRole, Session>()

/** Opens a page as this person, ready for clicks: without a path their start page. */
export async function signInAs(page: Page, who: SignedInRole, path = '/'): Promise<void> {
  await takeSession(page, who)
  await visit(page, path)
}

/**
 * From now on the page's browser is signed in as this person; no page is opened. The form is used once a person and
 * stack, and `sign-in.e2e.ts` proves it; other tests share that session.
 */
export async function takeSession(page: Page, who: SignedInRole): Promise<void> {
  // A page whose session ended goes to the sign-in: of two navigations at once one is aborted.
  await page.goto('about:blank')
  const context = page.context()
  await context.clearCookies()
  await context.addCookies(await sessionOf(who, context))
}

/** A new session, made through the form; the page is then on the person's start page, ready for clicks. */
export async function signInByForm(page: Page, who: SignedInRole): Promise<void> {
  const { signIns } = stack()
  await page.goto('about:blank')
  await visit(page, '/sign-in')
  await page.getByLabel('Email').fill(signIns[who].email)
  await page.getByLabel('Password').fill(signIns[who].password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(page.getByRole('button', { name: /^Account: / }).filter({ visible: true })).toBeVisible()
  await untilListening(page)
}

/** For a test that ends all sessions of a person: the next `signInAs` signs in again. */
export function forgetSession(who: SignedInRole): void {
  sessions.delete(who)
}

async function sessionOf(who: SignedInRole, context: BrowserContext): Promise<Session['cookies']> {
  const known = sessions.get(who)
  const now = Date.now()
  if (known && now - known.usedAt < UNUSED_MS) {
    known.usedAt = now
    return known.cookies
  }
  const cookies = await newSession(who, browserOf(context))
  sessions.set(who, { cookies, usedAt: now })
  return cookies
}

async function newSession(who: SignedInRole, browser: Browser): Promise<Session['cookies']> {
  const context = await browser.newContext()
  await signInByForm(await context.newPage(), who)
  const cookies = await context.cookies()
  await context.close()
  return cookies
}

function browserOf(context: BrowserContext): Browser {
  const browser = context.browser()
  if (!browser) throw new Error('the page belongs to no browser')
  return browser
}
