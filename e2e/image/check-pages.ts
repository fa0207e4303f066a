import { readdirSync } from 'node:fs'
import { z } from 'zod'
import type { StackFacts } from '@/dev/stack-file'

type Person = StackFacts['signIns']['owner']

/** Every page that names nothing but a project, a receipt as PDF, and what pages load. */
export async function checkPages(baseUrl: string, { signIns, demo }: StackFacts, paymentId: string): Promise<void> {
  const [owner, operator] = [await signIn(baseUrl, signIns.owner), await signIn(baseUrl, signIns.operator)]
  const paths = pagePaths().map((path) => path.replace('[projectId]', demo.projectId))
  for (const path of paths) await checkPage(baseUrl, path, path.startsWith('/operator') ? operator : owner)
  await checkStatics(baseUrl, owner, `/projects/${demo.projectId}`)
  const receipt = await fetch(`${baseUrl}/projects/${demo.projectId}/payments/${paymentId}/receipt`, asks(owner))
  const start = Buffer.from(await receipt.arrayBuffer()).toString('latin1', 0, 5)
  if (start !== '%PDF-') throw new Error(`A receipt answers ${receipt.status}: ${start}`)
  const unknown = await fetch(`${baseUrl}/no-such-page`, asks(owner))
  if (unknown.status !== 404) throw new Error(`An unknown page answers ${unknown.status}`)
  console.log(`${paths.length} pages, their files, a receipt as PDF and an unknown page were answered`)
}

/** The routes of `app` that have a page, without the groups in parentheses. */
function pagePaths(): string[] {
  return readdirSync('app', { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('page.tsx'))
    .map((path) => `/${path}`.replace(/\/page\.tsx$/, '').replaceAll(/\/\([^)]+\)/g, '') || '/')
    .filter((path) => !path.replace('[projectId]', '').includes('['))
}

async function checkPage(baseUrl: string, path: string, cookie: string): Promise<void> {
  const answer = await fetch(`${baseUrl}${path}`, asks(cookie))
  const html = await answer.text()
  // Next tells a page that broke while it was streamed by a template with a digest.
  if (answer.status >= 400 || /<template data-dgst|data-next-error/.test(html))
    throw new Error(`${path} answers ${answer.status}: ${html.slice(0, 500)}`)
}

async function checkStatics(baseUrl: string, cookie: string, path: string): Promise<void> {
  const html = await (await fetch(`${baseUrl}${path}`, asks(cookie))).text()
  const files = [...new Set(html.match(/\/_next\/static\/[^"\\ ]+\.(?:js|css|woff2)/g))]
  if (files.length < 5) throw new Error(`${path} names ${files.length} files`)
  for (const file of files) {
    const { status, headers } = await fetch(`${baseUrl}${file}`)
    if (status !== 200 || !headers.has('etag')) throw new Error(`${file} answers ${status}`)
  }
}

/** What the form on /sign-in does; answers the cookies of the session. */
async function signIn(baseUrl: string, { email, password }: Person): Promise<string> {
  const first = await fetch(`${baseUrl}/api/auth/csrf`)
  const { csrfToken } = z.object({ csrfToken: z.string() }).parse(await first.json())
  const answer = await fetch(`${baseUrl}/api/auth/callback/credentials`, {
    method: 'POST',
    redirect: 'manual',
    headers: { cookie: cookiesOf(first), origin: baseUrl },
    body: new URLSearchParams({ email, password, csrfToken, json: 'true' }),
  })
  const cookies = cookiesOf(answer)
  if (!/session/.test(cookies)) throw new Error(`${email} cannot sign in: ${answer.status}`)
  return cookies
}

function cookiesOf(answer: Response): string {
  return answer.headers
    .getSetCookie()
    .map((cookie) => cookie.split(';', 1)[0])
    .join('; ')
}

function asks(cookie: string): RequestInit {
  return { headers: { cookie, accept: 'text/html' } }
}
