import type { NextRequest } from 'next/server'
import NextAuth from 'next-auth'
import { authOptions } from '@/registry/for-pages'
import { parseUrl } from '@/server/parse-url'
import { isAuthRequest } from '@/server/people/is-auth-request'

type Context = { params: Promise<{ nextauth: string[] }> }

const RETURN_COOKIE = /next-auth\.callback-url$/

// The options are read per request, since a build has no environment.
async function handle(request: NextRequest, context: Context): Promise<Response> {
  const { nextauth } = await context.params
  if (!isReadable(request) || !isAuthRequest(request.method, nextauth)) return refuse(request)
  return NextAuth(request, context, authOptions(request.cookies.getAll()))
}

/**
 * Whether next-auth can read the request. It answers 500 to bodies other than its own forms, and to return addresses
 * that are invalid (no page here needs one).
 */
function isReadable(request: NextRequest): boolean {
  const isForm = request.headers.get('content-type')?.startsWith('application/x-www-form-urlencoded')
  if (request.body && !isForm) return false
  const returns = [request.nextUrl.searchParams.get('callbackUrl'), ...returnCookies(request).map(({ value }) => value)]
  return returns.every(
    (address) => !address || address.startsWith('/') || (/^https?:/.test(address) && parseUrl(address) !== null),
  )
}

/** Drops the cookie as well: the browser that keeps it could not sign in again. */
function refuse(request: NextRequest): Response {
  const headers = new Headers()
  for (const { name } of returnCookies(request)) headers.append('set-cookie', `${name}=; Path=/; Max-Age=0`)
  return Response.json({ message: 'The request is invalid.' }, { status: 400, headers })
}

function returnCookies({ cookies }: NextRequest): { name: string; value: string }[] {
  return cookies.getAll().filter(({ name }) => RETURN_COOKIE.test(name))
}

export { handle as GET, handle as POST }
