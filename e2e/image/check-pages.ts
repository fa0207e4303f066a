import type { StackFacts } from '@/dev/stack-file'
import { pagePaths } from '@/e2e/page-paths'
import { signIn } from '@/e2e/sign-in'

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

function asks(cookie: string): RequestInit {
  return { headers: { cookie, accept: 'text/html' } }
}
